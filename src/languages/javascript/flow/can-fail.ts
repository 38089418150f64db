import { ts } from "../../compiler.js";
import type { Strength } from "../../test-reading/strength.js";
import { lineOf } from "../parse-script.js";
import { isEquality } from "../tests/assertion-words.js";
import { chainOf } from "../tests/call-chain.js";
import { isComparison } from "../tests/matcher-words.js";
import { isFunction } from "../tests/runner-call.js";
import { bare } from "./bare.js";
import type { Compared } from "./compared.js";
import { someBelow, type TestFrame } from "./test-frame.js";
import { isReference } from "./truth-of-comparison.js";

const TRUTH = /^(?:ok|assert|true|truthy|isTrue|isOk|toBeTruthy|toBeTrue|exists?|toBeDefined|be)$/;
const THERE = /^(?:toBeDefined|exists?|isDefined|toExist|isNotNull|isNotUndefined|isExist)$/;
const SILENT = /^(?:doesNotThrow|doesNotReject|notThrows|notThrowsAsync|doesNotThrowAsync)$/;
const THROWS = /^(?:toThrow\w*|throws?|Throw|throwError|toReject\w*|rejected)$/;

/** Whether what an assertion compares can differ at all, and by more than being there. */
export function canDiffer(compared: Compared, node: ts.Node, frame: TestFrame): Strength {
  const { actual, expected, words } = compared;
  const [first] = actual;
  if (first === undefined || words.some((word) => /^(?:fail|pass|unreachable)$/.test(word)))
    return { verdict: "counts" };
  const says = saying(node);
  const constants = frame.constants;
  const isPlain = words.every((word) => isComparison(word) || !/^to[A-Z]/.test(word));
  const isOfThrow = words.some((word) => THROWS.test(word) || SILENT.test(word) || /^(?:rejects|resolves)$/.test(word));
  if (isOfThrow) {
    const silent =
      words.some((word) => SILENT.test(word)) || (words.includes("not") && words.some((word) => THROWS.test(word)));
    if (!silent && throwsItself(first)) return says.cannotFail("the test throws the error itself");
    if (!silent && expected.length === 0 && assertsInside(first)) {
      return says.cannotFail("the assertion inside may be what throws");
    }
    return silent ? says.weak("no-throw", "it only shows that nothing is thrown") : { verdict: "counts" };
  }
  const operands = [...actual, ...expected];
  if (isPlain && operands.every((operand) => constants.isConstant(operand))) {
    return says.cannotFail("it compares nothing but what is written in the test");
  }
  if (isTruthOf(words, expected)) {
    if (frame.isImported(first)) return says.weak("exists", `${short(first)} is only asked to be there`);
    const truth = constants.truthOf(first);
    if (truth !== undefined) return says.cannotFail(`${short(first)} is ${truth ? "always" : "never"} true`);
    if (isOfLength(first)) return says.cannotFail(`${short(first)} holds for every list`);
  }
  if (isBound(first, expected, words)) return says.cannotFail(`a length is never below zero`);
  const [second] = expected;
  if (second !== undefined && isEquality(words) && (isCopyOf(first, second, frame) || isCopyOf(second, first, frame))) {
    return says.cannotFail(`${short(first)} is compared with its own copy`);
  }
  if (second !== undefined && isEquality(words) && constants.spelled(first) === constants.spelled(second)) {
    if (isReference(first) || !hasCall(first)) return says.cannotFail(`${short(first)} is compared with itself`);
    return says.weak("same", `${short(first)} is compared with the same call`);
  }
  if (showsPresence(first, second, words)) return says.weak("exists", `it only shows that ${short(first)} is there`);
  return { verdict: "counts" };
}

/** `() => { call(); throw new Error(); }` or `Promise.reject(...)`: whatever the module does, it throws. */
function throwsItself(node: ts.Expression): boolean {
  if (!isFunction(node) || !ts.isBlock(node.body)) return /^Promise\.reject\(/.test(node.getText());
  return node.body.statements.some(ts.isThrowStatement);
}

function assertsInside(node: ts.Expression): boolean {
  return someBelow(
    node,
    (each) => ts.isCallExpression(each) && /^(?:assert|expect)$/.test(chainOf(each).root.getText()),
  );
}

/** `[...x]`, `{ ...x }`, `x.slice()`: the same things again. */
function isCopyOf(copy: ts.Expression, given: ts.Expression, { constants }: TestFrame): boolean {
  const plain = bare(copy);
  const elements = ts.isArrayLiteralExpression(plain) ? plain.elements : undefined;
  const [only] = elements ?? (ts.isObjectLiteralExpression(plain) ? plain.properties : []);
  const count = (elements ?? (ts.isObjectLiteralExpression(plain) ? plain.properties : [])).length;
  const spread = only !== undefined && (ts.isSpreadElement(only) || ts.isSpreadAssignment(only)) && count === 1;
  if (spread) return isReference(only.expression) && constants.spelled(only.expression) === constants.spelled(given);
  const copied = /^(?:structuredClone\((.+)\)|Array\.from\((.+)\)|(.+)\.slice\(\))$/.exec(plain.getText());
  return copied?.slice(1).includes(bare(given).getText()) === true && isReference(given);
}

function saying(node: ts.Node) {
  const line = lineOf(node.getSourceFile(), node.getStart());
  const instead = "Compare what the module gives with the value that the clause promises, written out.";
  return {
    cannotFail: (why: string): Strength => ({ verdict: "void", missing: "fail", line, why, instead }),
    weak: (proof: "exists" | "no-throw" | "same", why: string): Strength => ({
      verdict: "weak",
      proof,
      line,
      why,
      instead,
    }),
  };
}

/** `assert(x)`, `t.ok(x)`, `expect(x).toBeTruthy()`, `expect(x).toBe(true)`. */
function isTruthOf(words: readonly string[], expected: readonly ts.Expression[]): boolean {
  if (words.includes("not")) return false;
  const last = words.at(-1) ?? "assert";
  if (TRUTH.test(last)) return true;
  const [value] = expected;
  return value?.kind === ts.SyntaxKind.TrueKeyword && isEquality(words);
}

/** `list.length >= 0`, `list.length > -1`. */
function isOfLength(node: ts.Expression): boolean {
  return /\.(?:length|size)\s*(?:>=\s*0|>\s*-\s*1)$/.test(bare(node).getText());
}

function isBound(actual: ts.Expression, [limit]: readonly ts.Expression[], words: readonly string[]): boolean {
  if (limit === undefined || !/\.(?:length|size)$/.test(bare(actual).getText())) return false;
  const last = words.at(-1) ?? "";
  const text = limit.getText();
  if (/^(?:toBeGreaterThanOrEqual|least|gte|isAtLeast|atLeast)$/.test(last)) return text === "0";
  return /^(?:toBeGreaterThan|above|gt|greaterThan|isAbove)$/.test(last) && text === "-1";
}

function hasCall(node: ts.Node): boolean {
  let found = ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isAwaitExpression(node);
  ts.forEachChild(node, (child) => {
    found ||= hasCall(child);
  });
  return found;
}

/** `is not null`, `is defined`, `typeof f === "function"`, `expect.anything()`. */
function showsPresence(actual: ts.Expression, expected: ts.Expression | undefined, words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  // What a pattern finds is more than something.
  if (/\.(?:match|exec)\([^()]*\)$/.test(bare(actual).getText())) return false;
  const isNegated = words.some(
    (word) => word === "not" || /^(?:notEqual|notStrictEqual|isNot|notDeepEqual|notSame)$/.test(word),
  );
  if (isNegated) {
    const isNothing =
      expected === undefined
        ? /^(?:toBeNull|toBeUndefined|toBeNullable|null|undefined)$/.test(last)
        : isNothingWord(expected) ||
          (ts.isTypeOfExpression(bare(actual)) && /^["']undefined["']$/.test(expected.getText()));
    return isNothing;
  }
  if (THERE.test(last)) return true;
  const text = `${bare(actual).getText()} ${expected?.getText() ?? ""}`;
  if (/^typeof .*["']function["']$/s.test(text) || /^typeof .*===?\s*["']function["']/s.test(text)) return true;
  if (expected !== undefined && /^(?:toBeTypeOf|a|an|type|typeOf)$/.test(last))
    return /^["']function["']$/.test(expected.getText());
  if (/^(?:toBeInstanceOf|instanceof|instanceOf)$/.test(last))
    return /^(?:Function|Object)$/.test(expected?.getText() ?? "");
  if (expected !== undefined && /^expect\.(?:anything\(\)|any\((?:Function|Object)\))$/.test(expected.getText()))
    return true;
  const plain = bare(actual);
  const isTruth = isTruthOf(words, expected === undefined ? [] : [expected]);
  return (
    isTruth &&
    ts.isBinaryExpression(plain) &&
    isUnequal(plain) &&
    (isNothingWord(plain.right) || isNothingWord(plain.left))
  );
}

function isUnequal({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken;
}

function isNothingWord(node: ts.Expression): boolean {
  return /^(?:null|undefined|void 0)$/.test(node.getText());
}

function short(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
