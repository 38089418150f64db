/**
 * Markup with automatic escaping. A value in an `html` template is text unless it is `Html`. Templates always quote
 * attribute values; a test checks that.
 */
const MARKUP = Symbol("markup");

/** Finished markup. Only `html` and `trusted` create it, so a user's string never becomes markup. */
export type Html = { readonly [MARKUP]: string };

/**
 * The values that a template accepts: `undefined`, `null` and `false` give nothing; text, markup, or a list of these.
 */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.reduce((text, fixed, index) => text + fixed + markupOf(parts[index]), "");
  return trusted(markup);
}

/** Only for markup that a sanitiser returned. */
export function trusted(markup: string): Html {
  return { [MARKUP]: markup };
}

export function render(content: Html): string {
  return content[MARKUP];
}

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function markupOf(part: Part): string {
  if (part === undefined || part === null || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
  if (isList(part)) return part.map(markupOf).join("");
  return part[MARKUP];
}

const isList = (part: Html | readonly Part[]): part is readonly Part[] => Array.isArray(part);
