import ts from "typescript";

const SCRIPT_KINDS: Readonly<Record<string, ts.ScriptKind>> = {
  ts: ts.ScriptKind.TS,
  mts: ts.ScriptKind.TS,
  cts: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
  js: ts.ScriptKind.JS,
  mjs: ts.ScriptKind.JS,
  cjs: ts.ScriptKind.JS,
  jsx: ts.ScriptKind.JSX,
};

/** A JavaScript or TypeScript file by its syntax alone; undefined in any other language, and where the compiler gives up. */
export function parseSource(path: string, text: string): ts.SourceFile | undefined {
  const kind = scriptKind(path);
  if (kind === undefined) return undefined;
  try {
    return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  } catch (error) {
    // Nested deeper than its stack, as no person writes: nothing can be said about such a file, and work goes on without.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function isScript(path: string): boolean {
  return scriptKind(path) !== undefined;
}

function scriptKind(path: string): ts.ScriptKind | undefined {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(SCRIPT_KINDS, extension) ? SCRIPT_KINDS[extension] : undefined;
}
