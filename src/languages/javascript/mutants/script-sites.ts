import { ts } from "../../compiler.js";
import type { Site } from "../../mutants/weave.js";
import { lineOf } from "../parse-script.js";
import { functionAround } from "./function-around.js";
import { binaryChanges } from "./operator-swaps.js";

type Change = Site["changes"][number];

/** Every part of a script that mutants replace: what runs, and no types, names, imports or directives. */
export function scriptSites(source: ts.SourceFile): Site[] {
  const sites: Site[] = [];
  const add = (kind: Site["kind"], node: ts.Node, changes: readonly Change[]) => {
    if (changes.length === 0) return;
    const start = node.getStart(source);
    sites.push({ kind, start, end: node.end, line: lineOf(source, start), within: functionAround(node), changes });
  };
  const visit = (node: ts.Node): void => {
    if (isNotRun(node)) return;
    add("expression", node, [...expressionChanges(node, source), ...roleChanges(node)]);
    add("statement", node, statementChanges(node));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return sites;
}

/** Types, imports, and names and texts that must stand as they are. */
function isNotRun(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isImportEqualsDeclaration(node) ||
    ts.isDecorator(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isJsxAttribute(node) ||
    isDirective(node) ||
    (ts.canHaveModifiers(node) &&
      (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword))
  );
}

const isDirective = (node: ts.Node): boolean => ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);

function expressionChanges(node: ts.Node, source: ts.SourceFile): Change[] {
  if (ts.isBinaryExpression(node)) return binaryChanges(node, source);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [{ operator: "boolean", change: "`!` is removed", text: `(${node.operand.getText(source)})` }];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    const isTrue = node.kind === ts.SyntaxKind.TrueKeyword;
    const [from, to] = isTrue ? ["true", "false"] : ["false", "true"];
    return ts.isLiteralTypeNode(node.parent)
      ? []
      : [{ operator: "boolean", change: `\`${from}\` becomes \`${to}\``, text: to }];
  }
  if (isName(node)) return [];
  if (ts.isNumericLiteral(node)) {
    return [{ operator: "constant", change: "a number is one more", text: `(${node.getText(source)} + 1)` }];
  }
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text === ""
      ? [{ operator: "constant", change: "an empty text is filled", text: '"factory"' }]
      : [{ operator: "constant", change: "a text becomes empty", text: '""' }];
  }
  if (ts.isTemplateExpression(node)) return [{ operator: "constant", change: "a text becomes empty", text: '""' }];
  return [];
}

/** A literal that is the name of a property or of a module is no value. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  if ("name" in parent && parent.name === node) return true;
  return ts.isCallExpression(parent) && (parent.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(parent));
}

const isRequire = ({ expression }: ts.CallExpression): boolean =>
  ts.isIdentifier(expression) && expression.text === "require";

/** What follows from the place of an expression: a condition, or what a function returns. */
function roleChanges(node: ts.Node): Change[] {
  const { parent } = node;
  if (
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  ) {
    return [
      { operator: "branch", change: "a condition becomes `true`", text: "true" },
      { operator: "branch", change: "a condition becomes `false`", text: "false" },
    ];
  }
  if ((ts.isWhileStatement(parent) || ts.isForStatement(parent)) && conditionOf(parent) === node) {
    return [{ operator: "branch", change: "a loop never runs", text: "false" }];
  }
  const isReturned =
    (ts.isReturnStatement(parent) && parent.expression === node) ||
    (ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node));
  if (!isReturned || isNothing(node)) return [];
  return [{ operator: "return", change: "a returned value becomes `undefined`", text: "undefined" }];
}

function conditionOf(loop: ts.Node): ts.Node | undefined {
  if (ts.isWhileStatement(loop)) return loop.expression;
  return ts.isForStatement(loop) ? loop.condition : undefined;
}

const isNothing = (node: ts.Node): boolean =>
  (ts.isIdentifier(node) && node.text === "undefined") || ts.isVoidExpression(node);

function statementChanges(node: ts.Node): Change[] {
  if (ts.isThrowStatement(node)) return [{ operator: "statement", change: "a `throw` is removed", text: "" }];
  if (!ts.isExpressionStatement(node) || isSuperCall(node.expression)) return [];
  return [{ operator: "statement", change: "a statement is removed", text: "" }];
}

const isSuperCall = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
