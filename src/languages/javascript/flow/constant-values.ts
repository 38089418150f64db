import { ts } from "../../compiler.js";
import { bare } from "./bare.js";
import type { NameUses } from "./mentions-of-names.js";
import type { Names } from "./names.js";
import { truthOfBinary } from "./truth-of-comparison.js";

/** What code is worth without running it. */
export type Constants = {
  /** Undefined where only running tells. */
  truthOf(node: ts.Expression): boolean | undefined;
  /** Whether it is made of nothing but what is written in the test. */
  isConstant(node: ts.Expression): boolean;
  /** A list or a table with nothing in it, that nobody fills. */
  isEmpty(node: ts.Expression): boolean;
  /** Code with every name that never changes replaced by what it stands for, to compare two pieces of it. */
  spelled(node: ts.Expression): string;
  /** The value that a name was given once and for all. */
  settledValue(node: ts.Expression): ts.Expression;
};

type Place = { readonly names: Names; readonly uses: NameUses };

const MAX_STEPS = 20;

export function constantsOf(place: Place): Constants {
  const { names, uses } = place;
  const fixedValue = (node: ts.Expression): ts.Expression | undefined => {
    if (!ts.isIdentifier(node)) return undefined;
    const symbol = names.symbolOf(node);
    const declaration = symbol?.declarations?.[0];
    if (symbol === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
    if (!ts.isIdentifier(declaration.name) || ts.isCatchClause(declaration.parent)) return undefined;
    if (uses.assigned.has(symbol) || declaration.initializer === undefined) return undefined;
    return declaration.initializer;
  };
  /** `length` of `const { length } = got` is `got.length`. */
  const memberOf = (node: ts.Identifier): { owner: ts.Expression; name: string } | undefined => {
    const symbol = names.symbolOf(node);
    const declaration = symbol?.declarations?.[0];
    if (symbol === undefined || declaration === undefined || !ts.isBindingElement(declaration)) return undefined;
    const variable = declaration.parent.parent;
    if (!ts.isObjectBindingPattern(declaration.parent) || !ts.isVariableDeclaration(variable)) return undefined;
    const owner = variable.initializer;
    if (owner === undefined || !ts.isIdentifier(bare(owner)) || uses.assigned.has(symbol) || isTouched(bare(owner)))
      return undefined;
    return { owner, name: (declaration.propertyName ?? declaration.name).getText() };
  };
  const isTouched = (node: ts.Expression): boolean => {
    const symbol = ts.isIdentifier(node) ? names.symbolOf(node) : undefined;
    return symbol !== undefined && uses.touched.has(symbol);
  };
  const settledValue = (node: ts.Expression, steps = 0): ts.Expression => {
    const plain = bare(node);
    const fixed = steps < MAX_STEPS ? fixedValue(plain) : undefined;
    return fixed === undefined ? plain : settledValue(fixed, steps + 1);
  };
  const isConstant = (node: ts.Expression, steps = 0): boolean => {
    const plain = bare(node);
    if (steps > MAX_STEPS) return false;
    const again = (each: ts.Expression) => isConstant(each, steps + 1);
    if (ts.isLiteralExpression(plain)) return true;
    if (isKeyword(plain)) return true;
    if (ts.isIdentifier(plain)) {
      if (names.symbolOf(plain) === undefined) return /^(?:undefined|NaN|Infinity)$/.test(plain.text);
      const fixed = fixedValue(plain);
      return fixed !== undefined && (isPrimitive(bare(fixed)) || !isTouched(plain)) && again(fixed);
    }
    if (ts.isPrefixUnaryExpression(plain)) return again(plain.operand);
    if (ts.isTypeOfExpression(plain) || ts.isVoidExpression(plain)) return again(plain.expression);
    if (ts.isBinaryExpression(plain)) return again(plain.left) && again(plain.right);
    if (ts.isConditionalExpression(plain)) return [plain.condition, plain.whenTrue, plain.whenFalse].every(again);
    if (ts.isTemplateExpression(plain)) return plain.templateSpans.every(({ expression }) => again(expression));
    if (ts.isArrayLiteralExpression(plain)) {
      return plain.elements.every((each) => again(ts.isSpreadElement(each) ? each.expression : each));
    }
    if (ts.isPropertyAccessExpression(plain)) return again(plain.expression);
    if (ts.isElementAccessExpression(plain)) return again(plain.expression) && again(plain.argumentExpression);
    if (!ts.isObjectLiteralExpression(plain)) return false;
    return plain.properties.every((property) => ts.isPropertyAssignment(property) && again(property.initializer));
  };
  const truthOf = (node: ts.Expression, steps = 0): boolean | undefined => {
    const plain = bare(node);
    if (steps > MAX_STEPS) return undefined;
    const again = (each: ts.Expression) => truthOf(each, steps + 1);
    if (ts.isStringLiteralLike(plain)) return plain.text !== "";
    if (ts.isTemplateExpression(plain)) return isFilled(plain) ? true : undefined;
    if (ts.isNumericLiteral(plain)) return Number(plain.text) !== 0;
    if (ts.isPrefixUnaryExpression(plain)) {
      if (plain.operator !== ts.SyntaxKind.ExclamationToken) return undefined;
      const truth = again(plain.operand);
      return truth === undefined ? undefined : !truth;
    }
    if (plain.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (plain.kind === ts.SyntaxKind.FalseKeyword || plain.kind === ts.SyntaxKind.NullKeyword) return false;
    if (ts.isVoidExpression(plain)) return false;
    if (isAlwaysSomething(plain)) return true;
    if (ts.isBinaryExpression(plain)) return truthOfBinary(plain, again);
    if (ts.isConditionalExpression(plain)) {
      const [one, other] = [again(plain.whenTrue), again(plain.whenFalse)];
      return one === other ? one : undefined;
    }
    if (!ts.isIdentifier(plain)) return undefined;
    const symbol = names.symbolOf(plain);
    if (symbol === undefined) return /^(?:undefined|NaN)$/.test(plain.text) ? false : undefined;
    if ((symbol.declarations ?? []).some((each) => ts.isFunctionDeclaration(each) || ts.isClassDeclaration(each))) {
      return uses.assigned.has(symbol) ? undefined : true;
    }
    const fixed = fixedValue(plain);
    return fixed === undefined ? undefined : again(fixed);
  };
  const isEmpty = (node: ts.Expression): boolean => {
    const plain = bare(node);
    if (ts.isArrayLiteralExpression(plain)) return plain.elements.length === 0;
    if (ts.isObjectLiteralExpression(plain)) return plain.properties.length === 0;
    if (ts.isStringLiteralLike(plain)) return plain.text === "";
    if (ts.isIdentifier(plain)) {
      const fixed = fixedValue(plain);
      return fixed !== undefined && !isFilledLater(plain) && isEmpty(fixed);
    }
    if (ts.isNewExpression(plain)) {
      const made = ts.isIdentifier(plain.expression) && /^(?:Set|Map|Array)$/.test(plain.expression.text);
      const [given] = plain.arguments ?? [];
      return made && (given === undefined || (ts.isArrayLiteralExpression(given) && given.elements.length === 0));
    }
    return ts.isCallExpression(plain) && isEmptyCall(plain, isEmpty);
  };
  const isFilledLater = (node: ts.Identifier): boolean => {
    const symbol = names.symbolOf(node);
    const calls = symbol === undefined ? [] : (uses.touched.get(symbol) ?? []);
    return calls.some((call) => !ts.isCallExpression(call) || !isReadingCall(call));
  };
  /** A name that hides another one is not that other one. */
  const inItsScope = (node: ts.Expression): string => {
    const declaration = names.symbolOf(node)?.declarations?.[0];
    return declaration === undefined ? node.getText() : `${node.getText()}@${declaration.pos}`;
  };
  const spelled = (node: ts.Expression, steps = 0): string => {
    const plain = bare(node);
    const fixed = steps < MAX_STEPS ? fixedValue(plain) : undefined;
    const member = ts.isIdentifier(plain) ? memberOf(plain) : undefined;
    if (member !== undefined) return `${spelled(member.owner, steps + 1)}.${member.name}`;
    if (fixed !== undefined) {
      const value = bare(fixed);
      // A name keeps what one call gave; another call may give something else.
      if (ts.isIdentifier(value)) return spelled(value, steps + 1);
      return inItsScope(plain);
    }
    if (ts.isIdentifier(plain)) return inItsScope(plain);
    const parts: string[] = [];
    let at = plain.getStart();
    const text = plain.getSourceFile().text;
    ts.forEachChild(plain, (child) => {
      parts.push(text.slice(at, child.getStart()));
      parts.push(steps < MAX_STEPS && isExpressionNode(child) ? spelled(child, steps + 1) : child.getText());
      at = child.end;
    });
    return `${parts.join("")}${text.slice(at, plain.end)}`.replace(/\s+/g, " ");
  };
  return {
    truthOf: (node) => truthOf(node),
    isConstant: (node) => isConstant(node),
    isEmpty,
    spelled: (node) => spelled(node),
    settledValue: (node) => settledValue(node),
  };
}

function isExpressionNode(node: ts.Node): node is ts.Expression {
  return (
    ts.isIdentifier(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isBinaryExpression(node)
  );
}

function isKeyword({ kind }: ts.Node): boolean {
  const { TrueKeyword, FalseKeyword, NullKeyword } = ts.SyntaxKind;
  return kind === TrueKeyword || kind === FalseKeyword || kind === NullKeyword;
}

function isPrimitive(node: ts.Expression): boolean {
  return (
    ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || isKeyword(node) || ts.isPrefixUnaryExpression(node)
  );
}

/** Calls that give a promise or a list, whatever is in it. */
const GIVES_SOMETHING =
  /^(?:Promise\.\w+|Object\.(?:keys|values|entries|assign|freeze|create)|Array\.(?:from|of))$|\.(?:map|filter|flatMap|split|matchAll)$/s;

/** Whatever it holds, there is something: a function, a list, an object, a class, a pattern, the name of a type. */
function isAlwaysSomething(node: ts.Expression): boolean {
  const plain = bare(node);
  return (
    ts.isArrowFunction(plain) ||
    ts.isFunctionExpression(plain) ||
    ts.isArrayLiteralExpression(plain) ||
    ts.isObjectLiteralExpression(plain) ||
    ts.isClassExpression(plain) ||
    ts.isNewExpression(plain) ||
    ts.isTypeOfExpression(plain) ||
    plain.kind === ts.SyntaxKind.RegularExpressionLiteral ||
    (ts.isCallExpression(plain) && GIVES_SOMETHING.test(plain.expression.getText()))
  );
}

function isFilled({ head, templateSpans }: ts.TemplateExpression): boolean {
  return head.text !== "" || templateSpans.some(({ literal }) => literal.text !== "");
}

const READING =
  /^(?:forEach|map|filter|every|some|entries|values|keys|slice|concat|flatMap|reduce|find|includes|join|at)$/;

function isReadingCall({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  return READING.test(expression.name.text) || /^(?:Object|Array)$/.test(expression.expression.getText());
}

/** `Object.keys({})`, `[].map(f)`, `[].entries()`. */
function isEmptyCall({ expression, arguments: args }: ts.CallExpression, isEmpty: (node: ts.Expression) => boolean) {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const owner = expression.expression;
  const [first] = args;
  if (/^(?:Object|Array)$/.test(owner.getText())) {
    return first !== undefined && /^(?:keys|values|entries|from)$/.test(expression.name.text) && isEmpty(first);
  }
  return /^(?:map|filter|slice|entries|values|keys|flatMap)$/.test(expression.name.text) && isEmpty(owner);
}
