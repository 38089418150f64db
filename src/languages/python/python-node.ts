/** A node of a Python syntax tree as plain data, so that nothing of the parser has to be kept or freed. */
export type PythonNode = {
  readonly type: string;
  /** What it is to its parent: `name`, `body`, `function`; empty when it has no such part. */
  readonly field: string;
  readonly line: number;
  readonly start: number;
  readonly text: string;
  /** Something is wrong here: text that fits nowhere, or a token that is not there. */
  readonly broken: "error" | "missing" | null;
  readonly children: readonly PythonNode[];
};

/** Parses a whole file: what it cannot read is marked as broken. A RangeError is all that it fails with. */
export type PythonParser = (text: string) => PythonNode;

export function childOf(node: PythonNode, field: string): PythonNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** Every node below and including this one, in the order of the text; `into` may stop at a node. */
export function descendants(node: PythonNode, into: (node: PythonNode) => boolean = () => true): PythonNode[] {
  return [node, ...(into(node) ? node.children.flatMap((child) => descendants(child, into)) : [])];
}

/** `unittest.mock.patch` for a name or a path of names; undefined for anything else. */
export function dottedName(node: PythonNode | undefined): string | undefined {
  return node !== undefined && (node.type === "identifier" || node.type === "attribute" || node.type === "dotted_name")
    ? node.text.replace(/\s+/g, "")
    : undefined;
}
