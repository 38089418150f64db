import { ts } from "../../compiler.js";
import { chainOf } from "../tests/call-chain.js";
import { isFunction } from "../tests/runner-call.js";
import { isValueName, type Names } from "./names.js";

/** Where the names of a file are used, other than by being read. */
export type NameUses = {
  /** What is assigned to a name, and where. */
  readonly assigned: ReadonlyMap<ts.Symbol, readonly Assigned[]>;
  /** Calls that are given a name, or a method of it: they may change what it stands for. */
  readonly touched: ReadonlyMap<ts.Symbol, readonly ts.Node[]>;
  /** Every place where a name is read. */
  readonly read: ReadonlyMap<ts.Symbol, readonly ts.Identifier[]>;
};

type Assigned = { readonly value: ts.Expression | undefined; readonly at: ts.Node };

type Uses = {
  readonly assigned: Map<ts.Symbol, Assigned[]>;
  readonly touched: Map<ts.Symbol, ts.Node[]>;
  readonly read: Map<ts.Symbol, ts.Identifier[]>;
};

/** `isApart` tells calls that change nothing they are given: assertions, and those that declare tests. */
export function nameUses(source: ts.SourceFile, names: Names, isApart: (call: ts.CallExpression) => boolean): NameUses {
  const uses: Uses = { assigned: new Map(), touched: new Map(), read: new Map() };
  const add = <T>(map: Map<ts.Symbol, T[]>, symbol: ts.Symbol | undefined, value: T) => {
    if (symbol === undefined) return;
    const known = map.get(symbol);
    if (known === undefined) map.set(symbol, [value]);
    else known.push(value);
  };
  const visit = (node: ts.Node): void => {
    if (isValueName(node)) add(uses.read, names.symbolOf(node), node);
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      for (const target of targetsOf(node.left)) {
        add(uses.assigned, names.symbolOf(target), { value: node.right, at: node });
      }
    }
    // What is put into an object is in the hands of whoever has that.
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) && !ts.isIdentifier(node.left)) {
      for (const given of namesGiven(node.right)) add(uses.touched, names.symbolOf(given), node.left);
    }
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node.operator)) {
      for (const target of targetsOf(node.operand)) {
        add(uses.assigned, names.symbolOf(target), { value: undefined, at: node });
      }
    }
    if (ts.isForOfStatement(node) && !ts.isVariableDeclarationList(node.initializer)) {
      for (const target of targetsOf(node.initializer)) {
        add(uses.assigned, names.symbolOf(target), { value: node.expression, at: node });
      }
    }
    if ((ts.isCallExpression(node) && !isApart(node)) || ts.isNewExpression(node)) {
      for (const given of givenTo(node)) add(uses.touched, names.symbolOf(given), node);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return uses;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isStep(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

/** The names that an assignment changes: `a`, the `a` of `a.b`, each of `[a, b]` and `{ a, c: b }`. */
function targetsOf(left: ts.Node): ts.Identifier[] {
  if (ts.isIdentifier(left)) return [left];
  if (ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left)) return targetsOf(left.expression);
  if (ts.isParenthesizedExpression(left) || ts.isNonNullExpression(left) || ts.isAsExpression(left)) {
    return targetsOf(left.expression);
  }
  if (ts.isArrayLiteralExpression(left)) return left.elements.flatMap(targetsOf);
  if (ts.isObjectLiteralExpression(left)) {
    return left.properties.flatMap((property) => {
      if (ts.isShorthandPropertyAssignment(property)) return [property.name];
      return ts.isPropertyAssignment(property) ? targetsOf(property.initializer) : [];
    });
  }
  return [];
}

/** Names whose values a call gets hold of: its receiver and its arguments, without what is read inside functions. */
function givenTo(call: ts.CallExpression | ts.NewExpression): ts.Identifier[] {
  const { root } = chainOf(call.expression);
  const receiver = ts.isIdentifier(root) ? [root] : [];
  return [...receiver, ...(call.arguments ?? []).flatMap(namesGiven)];
}

function namesGiven(node: ts.Node): ts.Identifier[] {
  if (isFunction(node)) return [];
  if (isValueName(node)) return [node];
  const found: ts.Identifier[] = [];
  ts.forEachChild(node, (child) => void found.push(...namesGiven(child)));
  return found;
}
