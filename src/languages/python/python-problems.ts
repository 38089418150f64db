import { shorten } from "../shorten.js";
import type { SyntaxProblem } from "../source-file.js";
import { descendants, type PythonNode } from "./python-node.js";

/** The grammar's errors, outermost first; and Python 2's print, which the grammar still accepts. */
export function pythonProblems(root: PythonNode): SyntaxProblem[] {
  return descendants(root, (node) => node.broken !== "error").flatMap((node) => {
    if (node.broken === "missing") return [{ line: node.line, message: `Expected ${node.type}.` }];
    if (node.broken === "error") return [{ line: node.line, message: `Unexpected: ${shorten(node.text, 60)}` }];
    if (isEmptyBlock(node)) return [{ line: node.line, message: "Expected an indented block." }];
    if (node.type === "print_statement") return [{ line: node.line, message: "print is a function in Python 3." }];
    if (node.type === "exec_statement") return [{ line: node.line, message: "exec is a function in Python 3." }];
    return [];
  });
}

/** The grammar accepts a colon without a block. */
function isEmptyBlock({ type, children }: PythonNode): boolean {
  return type === "block" && children.length === 0;
}
