import { childOf, dottedName, type PythonNode } from "../python-node.js";
import { barePython } from "./python-parents.js";

/** A value that is written out. */
export type Plain = string | number | boolean | null;

const ELEMENTS = /^[a-z_]{3,}$/;

/** The parts of a list, a comparison or an operation, without its signs. */
export function partsOf({ children }: PythonNode): PythonNode[] {
  return children.filter(
    ({ type, field }) =>
      ELEMENTS.test(type) &&
      field !== "operators" &&
      field !== "operator" &&
      !/^(?:not|and|else|comment|lambda)$/.test(type),
  );
}

/** The same each time it is looked at: no call is in it. */
export function isReference(node: PythonNode): boolean {
  const bare = barePython(node);
  if (bare.type === "subscript" || dottedName(bare) !== undefined) return !/\(/.test(bare.text);
  return false;
}

/** `len(x)`. */
export function isLength(node: PythonNode): boolean {
  return node.type === "call" && childOf(node, "function")?.text === "len";
}

/** What a comparison of two values that are written out gives. */
export function comparePlain(one: Plain, operator: string, other: Plain): boolean | undefined {
  switch (operator) {
    case "==":
    case "is":
      return one === other;
    case "!=":
    case "is not":
    case "<>":
      return one !== other;
    case "in":
      return typeof one === "string" && typeof other === "string" ? other.includes(one) : undefined;
    case "not in":
      return typeof one === "string" && typeof other === "string" ? !other.includes(one) : undefined;
    default:
  }
  if (typeof one !== "number" || typeof other !== "number") return undefined;
  switch (operator) {
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    case ">=":
      return one >= other;
    default:
      return undefined;
  }
}
