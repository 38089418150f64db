/**
 * Markup that cannot forget to escape: what stands in a `html` template is text unless it is itself `Html`. Attribute
 * values are always quoted in templates, which a test checks.
 */
const MARKUP = Symbol("markup");

/** Finished markup. Only `html` and `trusted` make it, so a string from a user never is one. */
export type Html = { readonly [MARKUP]: string };

/** What a template takes: nothing for `undefined`, `null` and `false`, text, markup, or a list of these. */
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

/** For markup from a library that makes safe markup: the sanitiser's output and nothing else. */
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
