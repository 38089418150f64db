import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { TreeCursor } from "web-tree-sitter";
import { isEndlessPython } from "./endless-python.js";
import type { PythonNode, PythonParser } from "./python-node.js";

/** The two WebAssembly files: the parser's runtime and Python's grammar. */
export type PythonGrammar = { readonly runtime: Uint8Array; readonly grammar: Uint8Array };

/** Reads them from the packages they come in; a bundle brings its own copies. */
export async function readPythonGrammar(): Promise<PythonGrammar> {
  const require = createRequire(import.meta.url);
  const [runtime, grammar] = await Promise.all([
    readFile(require.resolve("web-tree-sitter/web-tree-sitter.wasm")),
    readFile(require.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm")),
  ]);
  return { runtime, grammar };
}

/** Text in which nothing is Python keeps the grammar guessing. A runner has nobody else to answer, and can wait. */
const PATIENCE_MS = 10_000;

/** A RangeError says that a file is not for any reader: nested too deeply, or still being read when patience is at its end. */
export async function loadPythonParser(files: PythonGrammar, patienceMs = PATIENCE_MS): Promise<PythonParser> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init({ wasmBinary: files.runtime });
  const parser = new Parser().setLanguage(await Language.load(files.grammar));
  return (text) => {
    if (isEndlessPython(text)) throw new RangeError("more continued lines or comments in a row than are read");
    const until = performance.now() + patienceMs;
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until });
    if (tree === null) {
      // Otherwise it would go on with this file when it is given the next.
      parser.reset();
      throw new RangeError(`not read to its end in ${patienceMs} ms`);
    }
    const cursor = tree.walk();
    try {
      return plainNode(cursor, text);
    } finally {
      // Also when nesting exhausted the stack: nothing else frees what the parser holds.
      cursor.delete();
      tree.delete();
    }
  };
}

function plainNode(cursor: TreeCursor, text: string): PythonNode {
  const { startIndex, endIndex, startPosition } = cursor;
  const node = {
    type: cursor.nodeType,
    field: cursor.currentFieldName ?? "",
    line: startPosition.row + 1,
    start: startIndex,
    text: text.slice(startIndex, endIndex),
    broken: cursor.nodeIsMissing ? ("missing" as const) : cursor.nodeType === "ERROR" ? ("error" as const) : null,
  };
  const children: PythonNode[] = [];
  if (cursor.gotoFirstChild()) {
    do children.push(plainNode(cursor, text));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { ...node, children };
}
