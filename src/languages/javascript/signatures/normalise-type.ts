import { ts } from "../../compiler.js";
import { documentedType } from "./documented-types.js";

/**
 * One spelling for a type: unions sorted, `Array<T>` as `T[]`, double quotes, no comments, no redundant parentheses.
 */
export function normaliseType(type: ts.TypeNode, names: ReadonlyMap<string, string> = new Map()): string {
  const inner = (node: ts.TypeNode) => normaliseType(node, names);
  if (ts.isParenthesizedTypeNode(type)) return inner(type.type);
  const joined = (types: readonly ts.TypeNode[], sign: "|" | "&") =>
    [...new Set(types.map((node) => (bindsLooser(node, sign) ? `(${inner(node)})` : inner(node))))]
      .sort()
      .join(` ${sign} `);
  if (ts.isUnionTypeNode(type)) return joined(type.types, "|");
  if (ts.isIntersectionTypeNode(type)) return joined(type.types, "&");
  if (ts.isArrayTypeNode(type)) return `Array<${inner(type.elementType)}>`;
  if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.ReadonlyKeyword && ts.isArrayTypeNode(type.type)) {
    return `ReadonlyArray<${inner(type.type.elementType)}>`;
  }
  if (ts.isTypeReferenceNode(type)) {
    const name = type.typeName.getText().replace(/\s+/g, "");
    const given = (type.typeArguments ?? []).map(inner);
    return `${names.get(name) ?? name}${given.length === 0 ? "" : `<${given.join(", ")}>`}`;
  }
  if (ts.isTypeLiteralNode(type))
    return `{ ${type.members
      .map((member) => memberText(member, names))
      .sort()
      .join("; ")} }`;
  if (ts.isFunctionTypeNode(type)) {
    const given = type.parameters.map((parameter) => (parameter.type === undefined ? "any" : inner(parameter.type)));
    return `(${given.join(", ")}) => ${inner(type.type)}`;
  }
  if (ts.isTupleTypeNode(type)) return `[${type.elements.map((element) => inner(element)).join(", ")}]`;
  if (ts.isNamedTupleMember(type)) return inner(type.type);
  return documentedType(type, inner) ?? type.getText().replace(/'/g, '"').replace(/\s+/g, " ");
}

/** Whether a part of a union or an intersection needs its parentheses: `(A | B) & C`, `(() => A) | B`. */
function bindsLooser(type: ts.TypeNode, within: "|" | "&"): boolean {
  if (ts.isParenthesizedTypeNode(type)) return bindsLooser(type.type, within);
  if (ts.isUnionTypeNode(type)) return within === "&";
  return ts.isFunctionTypeNode(type) || ts.isConstructorTypeNode(type) || ts.isConditionalTypeNode(type);
}

function memberText(member: ts.TypeElement, names: ReadonlyMap<string, string>): string {
  if (!ts.isPropertySignature(member) || member.type === undefined)
    return member.getText().replace(/[;,]$/, "").replace(/\s+/g, " ");
  const optional = member.questionToken === undefined ? "" : "?";
  const readonly =
    member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) === true ? "readonly " : "";
  return `${readonly}${member.name.getText()}${optional}: ${normaliseType(member.type, names)}`;
}
