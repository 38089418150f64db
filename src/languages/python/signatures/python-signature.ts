import { childOf, descendants, type PythonNode } from "../python-node.js";

/** One spelling for a Python signature: parameters with annotations, whether they are optional, and the return. */
export function normalisePythonSignature(text: string): string | undefined {
  const found = /^\s*(?:async\s+)?(?:def\s+)?(?:[\w.]+\s*)?\(/.exec(text);
  if (found === null) return undefined;
  const end = closingBracket(text, found[0].length - 1);
  if (end === undefined) return undefined;
  const parameters = splitOutsideBrackets(text.slice(found[0].length, end), ",")
    .map(normaliseParameter)
    .filter((parameter) => parameter !== "" && !/^(?:self|cls)$/.test(parameter));
  const returned = /^\s*->\s*([^:]+)/.exec(text.slice(end + 1))?.[1];
  return `(${parameters.join(", ")}) -> ${returned === undefined ? UNWRITTEN : normaliseSpaces(returned)}`;
}

/** The same for a definition in a file, by its tree, because comments and defaults may contain anything. */
export function pythonSignature(definition: PythonNode): string {
  const parameters = (childOf(definition, "parameters")?.children ?? [])
    .filter(({ type }) => !/^[(),]$/.test(type) && type !== "comment")
    .map(parameterOf)
    .filter((parameter) => !/^(?:self|cls)$/.test(parameter));
  const returned = childOf(definition, "return_type");
  return `(${parameters.join(", ")}) -> ${returned === undefined ? UNWRITTEN : annotationOf(returned)}`;
}

function parameterOf(parameter: PythonNode): string {
  const name = childOf(parameter, "name") ?? (parameter.type === "typed_parameter" ? parameter.children[0] : parameter);
  const annotation = childOf(parameter, "type");
  const declared = (name?.text ?? "").replace(/\s+/g, "");
  const typed = annotation === undefined ? declared : `${declared}: ${annotationOf(annotation)}`;
  return childOf(parameter, "value") === undefined ? typed : `${typed} = ...`;
}

/** Its text without comments. */
function annotationOf(node: PythonNode): string {
  const comments = descendants(node).filter(({ type }) => type === "comment");
  const text = comments.reduceRight(
    (kept, { start, text: { length } }) => kept.slice(0, start - node.start) + kept.slice(start - node.start + length),
    node.text,
  );
  return normaliseSpaces(text);
}

const UNWRITTEN = "(not written down)";

function normaliseParameter(parameter: string): string {
  const [declared = "", ...rest] = splitOutsideBrackets(parameter, "=");
  const [name = "", annotation] = declared.split(/:(.*)/s);
  const typed = annotation === undefined ? name.trim() : `${name.trim()}: ${normaliseSpaces(annotation)}`;
  return rest.length === 0 ? typed : `${typed} = ...`;
}

export function normaliseSpaces(text: string): string {
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

function splitOutsideBrackets(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) depth++;
    if (")]}".includes(text[at] ?? "")) depth--;
    if (text[at] === separator && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
