/** A node of a Python syntax tree as plain data, so that no memory of the parser has to be kept or freed. */
export type PythonNode = {
  readonly type: string;
  /** Its role in its parent: `name`, `body`, `function`; empty if it has none. */
  readonly field: string;
  readonly line: number;
  readonly start: number;
  readonly text: string;
  /** A syntax error here: unexpected text, or a missing token. */
  readonly broken: "error" | "missing" | null;
  readonly children: readonly PythonNode[];
};

/** Parses a whole file and marks unreadable parts as broken. It throws only RangeErrors. */
export type PythonParser = (text: string) => PythonNode;

export function childOf(node: PythonNode, field: string): PythonNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** This node and every node below it, in the order of the text; `into` may stop at a node. */
export function descendants(node: PythonNode, into: (node: PythonNode) => boolean = () => true): PythonNode[] {
  return [node, ...(into(node) ? node.children.flatMap((child) => descendants(child, into)) : [])];
}

/** `unittest.mock.patch` for a name or a path of names; undefined for anything else. */
export function dottedName(node: PythonNode | undefined): string | undefined {
  return node !== undefined && (node.type === "identifier" || node.type === "attribute" || node.type === "dotted_name")
    ? node.text.replace(/\s+/g, "")
    : undefined;
}
