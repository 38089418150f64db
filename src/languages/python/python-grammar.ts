import type { TreeCursor } from "web-tree-sitter";
import { readGrammarFile } from "../grammars/grammar-files.js";
import type { Grammar } from "../language-reader.js";
import { isEndlessPython } from "./endless-python.js";
import type { PythonNode, PythonParser } from "./python-node.js";

/** The parser's runtime, and Python's grammar, both WebAssembly. */
const RUNTIME = "web-tree-sitter/web-tree-sitter.wasm";
const GRAMMAR = "@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm";

type Parse = (text: string, patienceMs: number) => PythonNode;

/** One for the process, because loading takes time. */
let loading: Promise<Parse> | undefined;
let loaded: Parse | undefined;

export const PYTHON_GRAMMAR: Grammar = {
  files: [RUNTIME, GRAMMAR],
  async load() {
    loading ??= loadGrammar();
    loaded = await loading;
  },
};

/** A parser that gives up a file at its time limit. */
export function pythonParser(patienceMs: number): PythonParser {
  return (text) => {
    if (loaded === undefined) throw new TypeError("Python is read before its grammar is loaded");
    return loaded(text, patienceMs);
  };
}

/** A RangeError means that a file cannot be read: nested too deeply, or not finished within the time limit. */
async function loadGrammar(): Promise<Parse> {
  const [runtime, grammar] = await Promise.all([readGrammarFile(RUNTIME), readGrammarFile(GRAMMAR)]);
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init({ wasmBinary: runtime });
  const parser = new Parser().setLanguage(await Language.load(grammar));
  return (text, patienceMs) => {
    if (isEndlessPython(text)) throw new RangeError("more continued lines or comments in a row than are read");
    const until = performance.now() + patienceMs;
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until });
    if (tree === null) {
      // Otherwise it would continue with this file when it gets the next one.
      parser.reset();
      throw new RangeError(`not read to its end in ${patienceMs} ms`);
    }
    const cursor = tree.walk();
    try {
      return plainNode(cursor, text);
    } finally {
      // Also after a stack overflow: nothing else frees the parser's memory.
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
