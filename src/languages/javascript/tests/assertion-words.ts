import type { AssertionNature } from "../../source-file.js";

/** Packages whose exports are assertions. */
export const ASSERTION_LIBRARIES: ReadonlySet<string> = new Set([
  "assert",
  "assert/strict",
  "node:assert",
  "node:assert/strict",
  "chai",
  "power-assert",
  "uvu/assert",
  "expect",
  "expect-type",
  "expect.js",
  "should",
  "must",
  "tsd",
  "@hapi/code",
  "@std/assert",
]);

/** Node's own assertions, by either name and in either mode. */
export const NODE_ASSERT = /^(?:node:)?assert(?:\/strict)?$/;

/** The names of Node's assertions. Any other name is a typing error and asserts nothing. */
export const NODE_ASSERT_METHODS: ReadonlySet<string> = new Set(
  `default * assert strict ok fail equal notEqual deepEqual notDeepEqual strictEqual notStrictEqual deepStrictEqual
   notDeepStrictEqual partialDeepStrictEqual throws doesNotThrow rejects doesNotReject ifError match doesNotMatch`.split(
    /\s+/,
  ),
);

/** Packages that run tests or mock things: a test is never about them. */
export const TEST_LIBRARIES: ReadonlySet<string> = new Set([
  ...ASSERTION_LIBRARIES,
  "vitest",
  "@jest/globals",
  "jest",
  "node:test",
  "test",
  "tap",
  "tape",
  "ava",
  "uvu",
  "mocha",
  "bun:test",
  "brittle",
  "@playwright/test",
  "sinon",
  "sinon-chai",
  "testdouble",
  "proxyquire",
  "nock",
  "msw",
  "fast-check",
  "@fast-check/vitest",
]);

/** The assertions of a test context (tap, tape, ava, QUnit). Other members are not assertions. */
export const CONTEXT_METHODS: ReadonlySet<string> = new Set(
  `equal equals is same isEqual strictEqual strictEquals notEqual notEquals not isNot isNotEqual notStrictEqual notStrictEquals
   deepEqual deepEquals isEquivalent deepLooseEqual looseEqual looseEquals strictSame notSame strictNotSame has hasStrict matchStrict
   hasProp hasProps hasOwnProp hasOwnProps hasOwnPropsOnly notDeepEqual notDeepEquals notDeepLooseEqual notLooseEqual propEqual
   ok notOk true false assert truthy falsy notok like notLike regex notRegex match doesNotMatch matchOnly notMatch hasUniqueProps
   throws doesNotThrow notThrows throwsAsync notThrowsAsync rejects resolves resolveMatch resolveMatchSnapshot doesNotReject
   error ifError ifErr iferror type isa isA emits pass fail plan snapshot matchSnapshot assertion alike unlike exception execution
   expect assertions teq lt lte gt gte above below between`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

const THROWS =
  /^(?:toThrow\w*|throws?|Throw|throwsAsync|throwError|rejects|rejected|rejectedWith|toReject\w*|exception)$/;
const SNAPSHOT = /^(?:toMatch(?:File|Image)?Snapshot|toMatchInlineSnapshot|matchSnapshot|snapshot|toHaveScreenshot)$/;
const MOCK =
  /^(?:toHaveBeen(?:Last|Nth)?Called\w*|toBeCalled\w*|toHave(?:Last|Nth)?Returned\w*|toReturn\w*|(?:last|nth)(?:Called|Returned)With|(?:always|never)?[cC]alled(?:Once|Twice|Thrice|With\w*|Before|After|On)?|notCalled|callCount|callOrder|calledOnceWith\w*)$/;
const COUNT = /^(?:plan|assertions|hasAssertions)$/;
const REFUSES = /^(?:not|never|doesNot\w*|notThrows\w*)$/;

/** The subject of an assertion, by the words of its method. */
export function natureOf(words: readonly string[]): AssertionNature {
  if (words.some((word) => COUNT.test(word))) return "count";
  if (words.some((word) => SNAPSHOT.test(word))) return "snapshot";
  if (words.some((word) => MOCK.test(word))) return "mock";
  if (words.some((word) => THROWS.test(word)) && !words.some((word) => REFUSES.test(word))) return "failure";
  return "value";
}

const TRUTH = /^(?:ok|assert|true|truthy|isTrue|isOk|notOk|false|falsy|isFalse|exists)$/;

/** The number of operands of a method before its message. */
export function operandCount(method: string): number {
  return TRUTH.test(method) ? 1 : 2;
}

const EQUALITY = /equal|same|^is$|toBe$|eql|^equals?$|deep|like|match/i;

export function isEquality(words: readonly string[]): boolean {
  return words.some((word) => EQUALITY.test(word)) && !words.includes("not");
}

/** A name that indicates an assertion. */
export const ASSERTIVE_NAME = /^(?:(?:assert|expect|should|must)[A-Z_]\w*|assert)$/;
