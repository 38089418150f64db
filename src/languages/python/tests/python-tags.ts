import type { TagSite } from "../../source-file.js";
import { idsInTitle, tagsIn } from "../../test-reading/clause-tags.js";
import { descendants, type PythonNode } from "../python-node.js";
import { openingComments, type PythonDefinition } from "./python-definitions.js";

/** The tags of a test or a class: in the comments above, its decorators, its text and its name. */
export function tagsOf(definition: PythonDefinition): TagSite[] {
  const { name, node, body, decorators, above } = definition;
  const isClass = node.type === "class_definition";
  const inside = isClass ? docstringOf(body) : [...openingComments(definition), ...sayingsIn(body)];
  return [
    ...[...above, ...inside].flatMap(tagSites),
    ...decorators.flatMap(markerTags),
    ...idsInTitle(name).map((clauseId) => ({ clauseId, line: node.line })),
  ];
}

/** Every tag of a file, attached to a test or not. */
export function allTags(root: PythonNode): TagSite[] {
  const markers = descendants(root).filter(({ type }) => type === "decorator");
  const found = [...markers.flatMap(markerTags), ...sayingsIn(root).flatMap(tagSites)];
  return found.sort((one, other) => one.line - other.line);
}

/** `@pytest.mark.clause("CL-AUTH-001")`. */
function markerTags({ text, line }: PythonNode): TagSite[] {
  if (!/^@\s*[\w.]*\bclause\b/.test(text)) return [];
  return [...text.matchAll(/["']([^"']*)["']/g)].map((match) => ({ clauseId: match[1] ?? "", line }));
}

/** Comments and stand-alone texts, such as a docstring. Any other text is data. */
function sayingsIn(node: PythonNode): PythonNode[] {
  if (node.type === "comment") return [node];
  return isBareText(node) ? textsIn(node) : node.children.flatMap(sayingsIn);
}

function docstringOf(body: PythonNode): PythonNode[] {
  const [first] = body.children;
  return first !== undefined && isBareText(first) ? textsIn(first) : [];
}

function isBareText({ type, children: [only, ...more] }: PythonNode): boolean {
  if (type !== "expression_statement" || more.length > 0) return false;
  return only?.type === "string" || only?.type === "concatenated_string";
}

function textsIn(node: PythonNode): PythonNode[] {
  return descendants(node).filter(({ type }) => type === "string_content");
}

function tagSites({ text, line }: PythonNode): TagSite[] {
  return tagsIn(text).map(({ clauseId, at }) => ({ clauseId, line: line + text.slice(0, at).split("\n").length - 1 }));
}
