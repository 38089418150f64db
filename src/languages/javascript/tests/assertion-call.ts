import { ts } from "../../compiler.js";
import type { AssertionNature } from "../../source-file.js";
import type { Script } from "../script.js";
import { aliasedChains } from "./aliased-chain.js";
import {
  ASSERTION_LIBRARIES,
  ASSERTIVE_NAME,
  CONTEXT_METHODS,
  isEquality,
  NODE_ASSERT,
  NODE_ASSERT_METHODS,
  natureOf,
  operandCount,
} from "./assertion-words.js";
import { type CallChain, chainOf, endsChain, type Link, PROMISE_STEPS } from "./call-chain.js";
import { assertsByBeingRead, isComparison } from "./matcher-words.js";
import { readsMock } from "./reads-mock.js";
import { roleOf } from "./runner-call.js";
import type { ScriptFiles } from "./script-files.js";
import { isTautology } from "./tautology.js";
import { methodOfContext } from "./test-context.js";

/** An assertion as it is written. `cannotFail` considers its operands only; the caller considers its place. */
export type WrittenAssertion = {
  readonly type: string;
  readonly nature: AssertionNature;
  readonly cannotFail: boolean;
  /** With every name that stands for another one replaced. */
  readonly chain: CallChain;
};

type Style = Omit<WrittenAssertion, "chain">;

type Reach = {
  readonly script: Script;
  readonly contexts: ReadonlySet<string>;
  readonly library: Pick<ScriptFiles, "isOwn">;
};

/** Reads an expression as an assertion of a known style; undefined if it is none. */
export function writtenAssertion(node: ts.Expression, reach: Reach): WrittenAssertion | undefined {
  const isCall = ts.isCallExpression(node);
  if ((!isCall && !ts.isPropertyAccessExpression(node)) || !endsChain(node)) return undefined;
  const chain = chainOf(node);
  // What waits for an assertion is none itself.
  if (PROMISE_STEPS.has(chain.links.at(-1)?.name ?? "")) return undefined;
  for (const each of aliasedChains(chain, reach.script)) {
    const styled =
      expectation(each, reach.script) ?? shouldStyle(each) ?? (isCall ? assertStyle(each, reach) : undefined);
    if (styled === undefined) continue;
    const isOfValue = styled.nature === "value" && !styled.cannotFail;
    const isOfMock = isOfValue && readsMock(node, each, reach.script);
    return { ...styled, chain: each, ...(isOfMock ? { nature: "mock" as const } : {}) };
  }
  const described = isCall ? bySelfDescription(chain, reach) : undefined;
  return described === undefined ? undefined : { ...described, chain };
}

/** `expect(x).toBe(y)`, `expect(x).to.be.true`, `chai.expect(x)...`, `request(app).get("/").expect(200)`. */
function expectation({ root, rootArgs, links }: CallChain, script: Script): Style | undefined {
  if (ts.isIdentifier(root) && isExpect(root.text, script)) {
    const [first, ...rest] = links;
    if (rootArgs !== undefined) return matched(rootArgs, links);
    if (first === undefined) return undefined;
    if (first.name === "assertions" || first.name === "hasAssertions") return written("expect", "count");
    if (first.name === "fail" || first.name === "unreachable") return written("expect", "value");
    return first.args === undefined || !/^(?:soft|poll|element)$/.test(first.name)
      ? undefined
      : matched(first.args, rest);
  }
  const at = links.findIndex(({ name, args }) => name === "expect" && args !== undefined);
  const expected = links[at];
  if (expected?.args === undefined) return undefined;
  const rest = links.slice(at + 1);
  if (at === 0 && rest.length > 0) return matched(expected.args, rest);
  const [status] = expected.args;
  const isFailure = status !== undefined && ts.isNumericLiteral(status) && Number(status.text) >= 400;
  return at === 0 ? undefined : written("expect", isFailure ? "failure" : "value");
}

function isExpect(name: string, script: Script): boolean {
  const binding = script.imports.get(name);
  if (binding !== undefined) return binding.imported === "expect" || (name === "expect" && binding.imported !== "*");
  return name === "expect" && !script.functions.has(name);
}

/** `expect(x)` alone asserts nothing, nor does a matcher that is not called. */
function matched(subjects: readonly ts.Expression[], links: readonly Link[]): Style | undefined {
  if (!isFinished(links)) return undefined;
  const words = links.map(({ name }) => name);
  const args = links.flatMap((link) => link.args ?? []);
  const holdsItsSnapshot = words.includes("toMatchInlineSnapshot") && args.length > 0;
  const nature = holdsItsSnapshot ? "value" : natureOf(words);
  const comparesOnly = links.every(({ name, args: given }) => given === undefined || isComparison(name));
  const cannotFail =
    nature === "value" && comparesOnly && subjects.length > 0 && isTautology([...subjects, ...args], isEquality(words));
  return { type: "expect", nature, cannotFail };
}

function isFinished(links: readonly Link[]): boolean {
  const last = links.at(-1);
  return last !== undefined && (last.args !== undefined || assertsByBeingRead(last.name));
}

/** `x.should.equal(y)`, `should.exist(x)`, `should(x).be.ok`, `cy.get("a").should("be.visible")`. */
function shouldStyle({ root, links }: CallChain): Style | undefined {
  const words = links.map(({ name }) => name);
  if (ts.isIdentifier(root) && root.text === "should" && isFinished(links)) {
    return written("should", natureOf(words));
  }
  const at = words.indexOf("should");
  return at !== -1 && isFinished(links) ? written("should", natureOf(words.slice(at + 1))) : undefined;
}

/** `assert(x)`, `assert.equal(x, y)`, `equal(x, y)` of an assertion library, `t.equal(x, y)`, `fc.assert(...)`. */
function assertStyle({ root, rootArgs, links }: CallChain, { script, contexts }: Reach): Style | undefined {
  if (!ts.isIdentifier(root)) return undefined;
  const binding = script.imports.get(root.text);
  const isLibrary = binding !== undefined && ASSERTION_LIBRARIES.has(binding.specifier);
  const isAssert = root.text === "assert" && binding === undefined && !script.functions.has("assert");
  if (isLibrary || isAssert) {
    const own = binding?.imported === "default" ? "assert" : (binding?.imported ?? "assert");
    const method = rootArgs === undefined ? links.at(-1)?.name : own;
    if (isSlip(binding?.specifier, method)) return undefined;
    return rootArgs === undefined ? assertedBy("assert", links.at(-1)) : asserted("assert", own, rootArgs);
  }
  if (rootArgs !== undefined && contexts.has(methodOfContext(root.text)) && CONTEXT_METHODS.has(root.text)) {
    return asserted("t", root.text, rootArgs);
  }
  const isContext = contexts.has(root.text) || roleOf(root.text, script) === "namespace";
  const [first, second] = links;
  if (isContext && first?.name === "assert" && second !== undefined) return assertedBy("t", second);
  if (isContext && first !== undefined && CONTEXT_METHODS.has(first.name)) return assertedBy("t", links.at(-1));
  if (first?.name !== "assert") return undefined;
  if (/^sinon$/i.test(root.text)) return written("assert", "mock");
  return first.args !== undefined || second?.args !== undefined
    ? written("assert", natureOf([second?.name ?? "assert"]))
    : undefined;
}

/** `assert.equls(x, y)`: Node has no such assertion, so the call always fails. */
function isSlip(specifier = "", method = ""): boolean {
  return NODE_ASSERT.test(specifier) && !NODE_ASSERT_METHODS.has(method);
}

function assertedBy(type: string, link: Link | undefined): Style | undefined {
  return link?.args === undefined ? undefined : asserted(type, link.name, link.args);
}

function asserted(type: string, method: string, args: readonly ts.Expression[]): Style {
  const nature = natureOf([method]);
  if (nature !== "value" || method === "fail") return written(type, nature);
  const operands = args.slice(0, operandCount(method));
  const saysNothing = operands.length === 0 && method === "pass";
  return {
    type,
    nature,
    cannotFail:
      saysNothing || method === "pass" || (operands.length > 0 && isTautology(operands, isEquality([method]))),
  };
}

/** `assertType<A>(x)`, `expectTypeOf(x).toEqualTypeOf<A>()`, `page.expectVisible()`: helpers of packages, by their name. */
function bySelfDescription({ root, rootArgs, links }: CallChain, { script, library }: Reach): Style | undefined {
  const last = links.at(-1);
  const name =
    last?.args === undefined ? (ts.isIdentifier(root) && rootArgs !== undefined ? root.text : "") : last.name;
  const isOwn = [name, ts.isIdentifier(root) ? root.text : ""].some((each) => {
    const binding = script.imports.get(each);
    return binding !== undefined && library.isOwn(script, binding.specifier);
  });
  const isFollowed = script.functions.has(name) || isOwn;
  if (ts.isIdentifier(root) && /^expectType/.test(root.text)) return written("expect", "value");
  return ASSERTIVE_NAME.test(name) && !isFollowed ? written("assert", "value") : undefined;
}

function written(type: string, nature: AssertionNature): Style {
  return { type, nature, cannotFail: false };
}
