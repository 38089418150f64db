import { ts } from "../../compiler.js";
import { isFunction } from "../tests/runner-call.js";
import type { Constants } from "./constant-values.js";
import type { NameUses } from "./mentions-of-names.js";
import type { Names } from "./names.js";
import type { ValueFlow } from "./value-flow.js";

/** One file as assertions in it are judged. */
export type JudgedScript = {
  readonly names: Names;
  readonly uses: NameUses;
  readonly constants: Constants;
  readonly flow: ValueFlow;
  /** Set-up and tear-down that every test of the file has around it. */
  readonly hooks: readonly ts.Node[];
};

/** The function of a test, or of a helper, in which an assertion stands. */
export type TestFrame = JudgedScript & {
  readonly body: ts.Node;
  /** What the test calls when it is over; "counted" where the runner is told how many assertions must run. */
  readonly endings: readonly string[] | "counted";
  readonly isRead: (name: ts.Identifier) => boolean;
  /** Read only in statements that do nothing with it: `check;`, `check.bind(null);`. */
  readonly isUnused: (name: ts.Identifier) => boolean;
  /** Whether an expression is a name that was imported, and nothing else. */
  readonly isImported: (node: ts.Node) => boolean;
};

const COUNTING = /^(?:plan|assertions|hasAssertions)$/;

export function testFrame(body: ts.Node, script: JudgedScript): TestFrame {
  const owner = body.parent;
  const parameters = owner !== undefined && ts.isFunctionLike(owner) ? owner.parameters : [];
  const endings = parameters.flatMap(({ name }) => {
    if (ts.isIdentifier(name)) return [name.text];
    // `({ end, same }) => ...`
    const taken = ts.isObjectBindingPattern(name) ? name.elements.map((each) => each.name.getText()) : [];
    return taken.filter((each) => /^(?:end|done)$/.test(each));
  });
  return {
    ...script,
    body,
    endings: countsAssertions(body) ? "counted" : endings,
    isImported: (node) =>
      ts.isIdentifier(node) && (script.names.symbolOf(node)?.declarations ?? []).some((each) => isImport(each)),
    isUnused: (name) => {
      const symbol = script.names.symbolOf(name);
      const reads = symbol === undefined ? [] : (script.uses.read.get(symbol) ?? []).filter((use) => use !== name);
      return reads.length > 0 && reads.every(doesNothing);
    },
    isRead: (name) => {
      const symbol = script.names.symbolOf(name);
      return symbol !== undefined && (script.uses.read.get(symbol) ?? []).some((use) => use !== name);
    },
  };
}

function doesNothing(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isTypeOfExpression(parent) || ts.isExpressionStatement(parent)) return true;
  if (!ts.isPropertyAccessExpression(parent) || !/^(?:bind|name|length)$/.test(parent.name.text)) return false;
  const used = ts.isCallExpression(parent.parent) ? parent.parent : parent;
  return ts.isExpressionStatement(used.parent);
}

function isImport(node: ts.Node): boolean {
  if (ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node)) return true;
  const variable = ts.isBindingElement(node) ? node.parent.parent : node;
  return ts.isVariableDeclaration(variable) && /^require\(/.test(variable.initializer?.getText() ?? "");
}

function countsAssertions(body: ts.Node): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (COUNTING.test(node.expression.name.text)) found = true;
    }
    if (!found) ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** Every node of a kind below another, without those in functions of their own when asked. */
export function someBelow(root: ts.Node, isIt: (node: ts.Node) => boolean, intoFunctions = true): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    found ||= isIt(node);
    if (found) return;
    if (!intoFunctions && isFunction(node)) return;
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
