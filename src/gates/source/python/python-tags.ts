import { idsInTitle, tagsIn } from "../clause-tags.js";
import type { TagSite } from "../source-file.js";
import { openingComments, type PythonDefinition } from "./python-definitions.js";
import { descendants, type PythonNode } from "./python-node.js";

/** The tags of a test or a class: in the comments above, its decorators, its text and its name. */
export function tagsOf(definition: PythonDefinition): TagSite[] {
  const { name, node, body, decorators, above } = definition;
  const isClass = node.type === "class_definition";
  const inside = isClass ? docstringOf(body) : [...openingComments(definition), ...descendants(body).filter(isSaying)];
  return [
    ...[...above, ...inside].flatMap(tagSites),
    ...decorators.flatMap(markerTags),
    ...idsInTitle(name).map((clauseId) => ({ clauseId, line: node.line })),
  ];
}

/** Every tag of a file, attached to a test or not. */
export function allTags(root: PythonNode): TagSite[] {
  return descendants(root).flatMap((node) =>
    node.type === "decorator" ? markerTags(node) : isSaying(node) ? tagSites(node) : [],
  );
}

/** `@pytest.mark.clause("CL-AUTH-001")`. */
function markerTags({ text, line }: PythonNode): TagSite[] {
  if (!/^@\s*[\w.]*\bclause\b/.test(text)) return [];
  return [...text.matchAll(/["']([^"']*)["']/g)].map((match) => ({ clauseId: match[1] ?? "", line }));
}

/** A comment, or the text of a string. */
function isSaying({ type }: PythonNode): boolean {
  return type === "comment" || type === "string_content";
}

function docstringOf(body: PythonNode): PythonNode[] {
  const [first] = body.children;
  return first?.type === "expression_statement" && first.children[0]?.type === "string" ? [first] : [];
}

function tagSites({ text, line }: PythonNode): TagSite[] {
  return tagsIn(text).map(({ clauseId, at }) => ({ clauseId, line: line + text.slice(0, at).split("\n").length - 1 }));
}
