import type { PythonNode } from "../python-node.js";
import type { PythonParents } from "./python-parents.js";

/** Whether an identifier stands for a value of that name: the name of a member, an argument or a type does not. */
export function isValueName(node: PythonNode, parents: PythonParents): boolean {
  const parent = parents.get(node);
  if (parent === undefined) return false;
  if (parent.type === "attribute") return node.field === "object";
  if (parent.type === "keyword_argument") return node.field !== "name";
  if (/^(?:function|class)_definition$/.test(parent.type)) return false;
  if (
    /^(?:parameters|lambda_parameters|typed_parameter|list_splat_pattern|dictionary_splat_pattern)$/.test(parent.type)
  ) {
    return false;
  }
  if (/^(?:typed_)?default_parameter$/.test(parent.type)) return node.field === "value";
  return !/^(?:type|dotted_name|aliased_import|global_statement|nonlocal_statement)$/.test(parent.type);
}

/** Set here, not read. */
export function isTarget(node: PythonNode, parents: PythonParents): boolean {
  let at = node;
  for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) {
    if (/^(?:assignment|for_statement|for_in_clause)$/.test(parent.type)) return at.field === "left";
    if (parent.type === "named_expression") return at.field === "name";
    if (parent.type === "as_pattern_target") return true;
    if (!/(?:_pattern|pattern_list|tuple|list)$/.test(parent.type)) return false;
    at = parent;
  }
  return false;
}
