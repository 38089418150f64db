import { childOf, type PythonNode } from "../python-node.js";

/** A function or class definition with its decorators and the comments above or among them. */
export type PythonDefinition = {
  readonly node: PythonNode;
  readonly name: string;
  readonly body: PythonNode;
  readonly decorators: readonly PythonNode[];
  readonly above: readonly PythonNode[];
};

/** The definitions of a block; `opening` are the comments before its first line, which the grammar keeps outside it. */
export function definitionsIn(block: PythonNode, opening: readonly PythonNode[] = []): PythonDefinition[] {
  const children = [...opening, ...block.children];
  return children.flatMap((child, index) => {
    const node = child.type === "decorated_definition" ? childOf(child, "definition") : child;
    if (node === undefined || !isDefinition(node)) return [];
    const body = childOf(node, "body");
    if (body === undefined) return [];
    const before = children.slice(0, index);
    const lastCode = before.findLastIndex(({ type }) => type !== "comment");
    return [
      {
        node,
        name: childOf(node, "name")?.text ?? "",
        body,
        decorators: child.children.filter(({ type }) => type === "decorator"),
        above: [...before.slice(lastCode + 1), ...(node === child ? [] : commentsIn(child))],
      },
    ];
  });
}

/** The comments between a definition's colon and its first line. */
export function openingComments({ node }: PythonDefinition): PythonNode[] {
  return commentsIn(node);
}

function commentsIn({ children }: PythonNode): PythonNode[] {
  return children.filter(({ type }) => type === "comment");
}

function isDefinition({ type }: PythonNode): boolean {
  return type === "function_definition" || type === "class_definition";
}

/** Unconditionally: the value of a condition is only known at run time. */
export function isSkipped({ decorators }: PythonDefinition): boolean {
  return decorators.some(({ text }) => /^@\s*(?:pytest\.mark\.|unittest\.)?skip(?:\s*\(|\s*$)/.test(text));
}

/** Only `pass`, `...` and texts. */
export function isEmptyBody(body: PythonNode): boolean {
  return body.children.every(
    ({ type, children }) =>
      type === "pass_statement" ||
      type === "comment" ||
      (type === "expression_statement" &&
        children.every((child) => child.type === "string" || child.type === "ellipsis")),
  );
}
