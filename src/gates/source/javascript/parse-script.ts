import ts from "typescript";
import type { SyntaxProblem } from "../source-file.js";

const KINDS: Readonly<Record<string, ts.ScriptKind>> = {
  ts: ts.ScriptKind.TS,
  mts: ts.ScriptKind.TS,
  cts: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
};

/** The syntax tree of a JavaScript or TypeScript file, with parents. JavaScript may hold JSX, as every tool lets it. */
export function parseScript(path: string, text: string): ts.SourceFile {
  const kind = KINDS[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? ts.ScriptKind.JSX;
  return ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.Latest }, true, kind);
}

function isTypeScript(source: ts.SourceFile): boolean {
  return /\.[cm]?tsx?$/i.test(source.fileName);
}

export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** What the parser complains about, and in JavaScript the syntax that only TypeScript has. */
export function scriptProblems(source: ts.SourceFile): SyntaxProblem[] {
  const problems = parseDiagnosticsOf(source).map(({ start, messageText }) => ({
    line: lineOf(source, start ?? 0),
    message: ts.flattenDiagnosticMessageText(messageText, " "),
  }));
  return isTypeScript(source) || problems.length > 0 ? problems : typeScriptSyntax(source);
}

/** The compiler keeps them on the tree without declaring it; a program would be needed otherwise, for each file. */
function parseDiagnosticsOf(source: ts.SourceFile): readonly ts.Diagnostic[] {
  const { parseDiagnostics } = source as ts.SourceFile & { readonly parseDiagnostics?: readonly ts.Diagnostic[] };
  if (parseDiagnostics === undefined) throw new TypeError("this compiler does not keep its parse diagnostics");
  return parseDiagnostics;
}

function typeScriptSyntax(source: ts.SourceFile): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const visit = (node: ts.Node): void => {
    if (isOnlyTypeScript(node)) {
      const message = "Types can only be written in TypeScript files.";
      problems.push({ line: lineOf(source, node.getStart(source)), message });
    } else ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return problems;
}

function isOnlyTypeScript(node: ts.Node): boolean {
  if (ts.isExpressionWithTypeArguments(node)) return node.typeArguments !== undefined;
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isImportEqualsDeclaration(node) ||
    (ts.isExportAssignment(node) && node.isExportEquals === true)
  );
}
