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

/** A JavaScript or TypeScript file by its syntax alone; undefined in any other language. */
export function parseSource(path: string, text: string): ts.SourceFile | undefined {
  const kind = scriptKind(path);
  return kind === undefined ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

export function isScript(path: string): boolean {
  return scriptKind(path) !== undefined;
}

function scriptKind(path: string): ts.ScriptKind | undefined {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(SCRIPT_KINDS, extension) ? SCRIPT_KINDS[extension] : undefined;
}
