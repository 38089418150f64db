import { ts } from "../../compiler.js";
import type { SymbolPlace } from "../../symbol-place.js";
import { withScript } from "./with-script.js";

/** Where a script declares a name, such as `parse` or `Command.option`, as ranges of lines with the comments above. */
export function scriptPlaces(path: string, text: string, symbol: string): SymbolPlace[] | undefined {
  return withScript(path, text, (source) => {
    const places: SymbolPlace[] = [];
    const visit = (node: ts.Node, around: string): void => {
      const name = declaredName(node);
      const full = name === undefined ? around : around === "" || name.includes(".") ? name : `${around}.${name}`;
      if (name !== undefined && (full === symbol || full.endsWith(`.${symbol}`))) places.push(placeOf(source, node));
      ts.forEachChild(node, (child) => visit(child, full));
    };
    visit(source, "");
    return places;
  });
}

/** The name that a node declares; `Command.prototype.option = ...` declares `Command.option`. */
function declaredName(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression)) {
    const { left, operatorToken } = node.expression;
    const assigns = operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isPropertyAccessExpression(left);
    return assigns ? left.getText().replace(/\.prototype\./, ".") : undefined;
  }
  if (!isNamed(node) || node.name === undefined) return undefined;
  return ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name) || ts.isStringLiteral(node.name)
    ? node.name.text
    : undefined;
}

function isNamed(node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassLike(node) ||
    ts.isClassElement(node) ||
    ts.isTypeElement(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isVariableDeclaration(node)
  );
}

function placeOf(source: ts.SourceFile, node: ts.Node): SymbolPlace {
  // A variable's own statement has `const` and the comment.
  const whole = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const comments = ts.getLeadingCommentRanges(source.text, whole.getFullStart()) ?? [];
  const start = comments[0]?.pos ?? whole.getStart(source);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  return { first: lineAt(start), last: lineAt(whole.getEnd()) };
}
