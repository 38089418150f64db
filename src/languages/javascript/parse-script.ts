import { ts } from "../compiler.js";
import type { SyntaxProblem } from "../source-file.js";
import { scriptKind } from "./script-languages.js";

/** A deeper tree is not read, because walking it would overflow the stack. */
const MAX_DEPTH = 1_000;
/**
 * At each of these words the compiler looks ahead over all that follow, so a file full of them takes seconds. Comments
 * between them do not help. Real code has only a few in a row.
 */
const MODIFIERS =
  /(?:(?<![\w$])(?:abstract|accessor|async|const|declare|default|export|in|out|override|private|protected|public|readonly|static)\b(?:\s|\/\*[^*]{0,99}\*\/|\/\/[^\n]{0,99}\n)*){40}/;

/**
 * The syntax tree of a JavaScript or TypeScript file, with parents. JavaScript may contain JSX, as in most tools. A
 * RangeError means that the file cannot be read.
 */
export function parseScript(path: string, text: string): ts.SourceFile {
  const kind = scriptKind(path);
  if (kind === undefined) throw new TypeError(`${path} is neither JavaScript nor TypeScript`);
  if (MODIFIERS.test(text)) throw new RangeError(`${path} has more modifiers in a row than are read`);
  const source = ts.createSourceFile(
    path,
    text,
    { languageVersion: ts.ScriptTarget.Latest },
    true,
    ts.ScriptKind[kind],
  );
  if (isDeeperThan(source, MAX_DEPTH)) throw new RangeError(`${path} is nested deeper than ${MAX_DEPTH} levels`);
  return source;
}

/** Level by level, so that depth costs no stack. */
function isDeeperThan(source: ts.SourceFile, levels: number): boolean {
  let level: ts.Node[] = [source];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    const below: ts.Node[] = [];
    for (const node of level) ts.forEachChild(node, (child) => void below.push(child));
    level = below;
  }
  return false;
}

function isTypeScript(source: ts.SourceFile): boolean {
  return /\.[cm]?tsx?$/i.test(source.fileName);
}

export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** The parser's errors and, in JavaScript, syntax that only TypeScript has. */
export function scriptProblems(source: ts.SourceFile): SyntaxProblem[] {
  const problems = parseDiagnosticsOf(source).map(({ start, messageText }) => ({
    line: lineOf(source, start ?? 0),
    message: ts.flattenDiagnosticMessageText(messageText, " "),
  }));
  return isTypeScript(source) || problems.length > 0 ? problems : typeScriptSyntax(source);
}

/** The compiler keeps the errors on the tree without declaring it. The official way needs a program for each file. */
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
