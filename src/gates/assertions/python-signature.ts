/** A Python signature in one spelling: parameters with their annotations, whether they may be left out, and the return. */
export function normalisePythonSignature(text: string): string | undefined {
  const found = /^\s*(?:async\s+)?(?:def\s+)?[\w.]*\s*\(/.exec(text);
  if (found === null) return undefined;
  const end = closingBracket(text, found[0].length - 1);
  if (end === undefined) return undefined;
  const parameters = splitAtCommas(text.slice(found[0].length, end))
    .map(normaliseParameter)
    .filter((parameter) => parameter !== "" && !/^(?:self|cls)$/.test(parameter));
  const returned = /^\s*->\s*([^:]+)/.exec(text.slice(end + 1))?.[1];
  return `(${parameters.join(", ")}) -> ${returned === undefined ? "(not written down)" : normaliseSpaces(returned)}`;
}

/** The text of a definition from `def` on, or undefined when there is none. Methods are asked for as `Class.method`. */
export function pythonDefinition(text: string, target: string): string | undefined {
  const [first = "", method] = target.split(".");
  const scope = method === undefined ? text : classBody(text, first);
  const name = method ?? first;
  const indent = method === undefined ? "" : "[ \\t]+";
  const at = scope?.search(new RegExp(`^${indent}(?:async\\s+)?def\\s+${name}\\s*\\(`, "m")) ?? -1;
  return at === -1 ? undefined : scope?.slice(at);
}

function classBody(text: string, name: string): string | undefined {
  const found = new RegExp(`^class\\s+${name}\\b[^\\n]*\\n`, "m").exec(text);
  if (found === null) return undefined;
  const rest = text.slice(found.index + found[0].length);
  const end = rest.search(/^\S/m);
  return end === -1 ? rest : rest.slice(0, end);
}

function normaliseParameter(parameter: string): string {
  const [declared = "", ...rest] = parameter.split(/=(?!=)/);
  const [name = "", annotation] = declared.split(/:(.*)/s);
  const typed = annotation === undefined ? name.trim() : `${name.trim()}: ${normaliseSpaces(annotation)}`;
  return rest.length === 0 ? typed : `${typed} = ...`;
}

function normaliseSpaces(text: string): string {
  return text
    .replace(/["']/g, "")
    .replace(/\s+/g, "")
    .replace(/\b(?:typing\.|t\.)/g, "")
    .replace(/\|/g, " | ")
    .replace(/,/g, ", ");
}

function closingBracket(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) depth++;
    if (")]}".includes(text[at] ?? "") && --depth === 0) return at;
  }
  return undefined;
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) depth++;
    if (")]}".includes(text[at] ?? "")) depth--;
    if (text[at] === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
