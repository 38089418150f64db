import { childOf, type PythonNode } from "../python-node.js";
import { pythonArguments } from "./python-parents.js";
import { type Plain, partsOf } from "./python-plain.js";

type Asked = {
  settled(node: PythonNode): PythonNode;
  plain(node: PythonNode): Plain | undefined;
  truthOf(node: PythonNode): boolean | undefined;
};

/** Whether a loop over it never takes a turn. */
export function isEmptyList(given: PythonNode, asked: Asked): boolean {
  const { settled, plain, truthOf } = asked;
  const isEmpty = (each: PythonNode): boolean => isEmptyList(each, asked);
  const node = settled(given);
  if (/^(?:list|tuple|dictionary|set)$/.test(node.type)) return partsOf(node).length === 0;
  if (node.type === "string") return plain(node) === "";
  if (/comprehension$|^generator_expression$/.test(node.type)) {
    return node.children.some(
      (clause) =>
        (clause.type === "for_in_clause" && isEmpty(childOf(clause, "right") ?? clause)) ||
        (clause.type === "if_clause" && truthOf(clause.children.at(-1) ?? clause) === false),
    );
  }
  if (node.type === "subscript") return /\[\s*(?:0\s*)?:\s*0\s*\]$/.test(node.text);
  if (node.type !== "call") return false;
  const callee = childOf(node, "function");
  const args = pythonArguments(node);
  if (
    callee?.type === "attribute" &&
    /^(?:items|keys|values|copy|split|splitlines)$/.test(callee.children.at(-1)?.text ?? "")
  ) {
    const owner = childOf(callee, "object");
    return owner !== undefined && isEmpty(owner);
  }
  switch (callee?.text) {
    case "list":
    case "tuple":
    case "set":
    case "dict":
    case "frozenset":
      return (childOf(node, "arguments")?.children.length ?? 0) === 2 || (args[0] !== undefined && isEmpty(args[0]));
    case "range": {
      const [from, to] = args.length === 1 ? [0, plain(args[0] as PythonNode)] : args.slice(0, 2).map(plain);
      return typeof from === "number" && typeof to === "number" && args.length < 3 && from >= to;
    }
    case "enumerate":
    case "sorted":
    case "reversed":
    case "iter":
      return args[0] !== undefined && isEmpty(args[0]);
    case "zip":
      return args.some(isEmpty);
    case "map":
    case "filter":
      return args[1] !== undefined && isEmpty(args[1]);
    default:
      return (
        /(?:^|\.)(?:repeat|islice)$/.test(callee?.text ?? "") && args.length === 2 && plain(args[1] as PythonNode) === 0
      );
  }
}
