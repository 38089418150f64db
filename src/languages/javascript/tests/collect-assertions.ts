import { ts } from "../../compiler.js";
import { once } from "../../once.js";
import type { AssertionNature } from "../../source-file.js";
import { mixed, OF_WORLD, type Origin } from "../../test-reading/origin.js";
import { bestStrength, lesserStrength, type Strength } from "../../test-reading/strength.js";
import { strongestNature } from "../../test-reading/strongest-nature.js";
import { isAwaited } from "../flow/awaited.js";
import { isAsyncFunction, isGenerator, notAwaited, notIterated } from "../flow/reached.js";
import {
  cannotDiffer,
  deciderOf,
  momentOf,
  operandsOf,
  ownStrength,
  placeStrength,
  showsSilence,
  silence,
} from "../flow/strength-of.js";
import { type JudgedScript, type TestFrame, testFrame } from "../flow/test-frame.js";
import type { Script } from "../script.js";
import { writtenAssertion } from "./assertion-call.js";
import { ASSERTION_LIBRARIES, CONTEXT_METHODS, natureOf } from "./assertion-words.js";
import type { CallChain } from "./call-chain.js";
import { followedFunctions } from "./followed-functions.js";
import { isComparison } from "./matcher-words.js";
import { runnerCall } from "./runner-call.js";
import type { ScriptFiles } from "./script-files.js";
import { isStraightLine } from "./tautology.js";
import { contextsIn, helperContexts } from "./test-context.js";

/** An assertion at its place in a test: the test's own, or a call of the helper that contains it. */
export type PlacedAssertion = {
  readonly node: ts.Node;
  readonly type: string;
  readonly nature: AssertionNature;
  /** The helpers that lead to it, for finding its subject. */
  readonly helpers: readonly ts.FunctionLikeDeclaration[];
  /** Whether it runs and can fail. */
  own(): Strength;
  /** What it compares comes from here. */
  origin(): Origin;
};

type Found = Omit<PlacedAssertion, "own" | "origin"> & {
  /** What it says by itself, wherever it stands. */
  readonly worth?: () => Strength;
  /** In place of its own operands. */
  readonly through?: () => Origin;
};

/** The reachable scripts, and the results about their helpers so far. */
export type ScriptLibrary = ScriptFiles & {
  /** By place and contexts; "open" during the analysis. */
  readonly helpers: Map<string, readonly PlacedAssertion[] | "open">;
  judged(script: Script): JudgedScript;
};

/** Looked at inside one function. */
type Framed = Reach & { readonly frame: () => TestFrame };

type Reach = { readonly script: Script; readonly contexts: ReadonlySet<string>; readonly library: ScriptLibrary };

/** The assertions in a function's body, except those of tests inside it. */
export function collectAssertions(body: ts.Node, given: Reach): PlacedAssertion[] {
  const reach = { ...given, contexts: contextsIn(body, given.contexts) };
  const found: PlacedAssertion[] = [];
  const frame = once(() => testFrame(body, reach.library.judged(reach.script)));
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && runnerCall(node, reach.script, reach.contexts) !== undefined) return;
    const placed = assertionAt(node, body, { ...reach, frame });
    if (placed !== undefined) found.push(judged(placed, frame));
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

function judged({ worth, through, ...placed }: Found, frame: () => TestFrame): PlacedAssertion {
  return {
    ...placed,
    own: once(() => {
      const place = placeStrength(placed.node, frame());
      return place.verdict === "void" || worth === undefined ? place : lesserStrength([place, worth()]);
    }),
    origin: once(() =>
      mixed([
        frame().flow.originOf([...operandsOf(placed.node), ...momentOf(placed.node, frame())]),
        ...(through === undefined ? [] : [through()]),
      ]),
    ),
  };
}

function assertionAt(node: ts.Node, body: ts.Node, reach: Framed): Found | undefined {
  if (ts.isThrowStatement(node)) {
    return isConditional(node, body) || FORBIDS.test(node.getText())
      ? { node, type: "throw", nature: "value", helpers: [] }
      : undefined;
  }
  if (!ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node)) return undefined;
  const written = writtenAssertion(node, reach);
  if (written !== undefined) {
    const { type, nature, cannotFail } = written;
    const isTautology = cannotFail && isStraightLine(node, body);
    const worth = () => {
      const isPass = isTautology && PASSES.test(node.getText());
      if (isPass || showsSilence(node) !== undefined) return silence(node);
      return isTautology ? cannotDiffer(node) : ownStrength(node, written.chain, reach.frame());
    };
    // Elsewhere a constant says "got here".
    const gotHere = cannotFail && !isTautology && showsSilence(node) === undefined;
    return {
      node,
      type,
      nature: isTautology && !PASSES.test(node.getText()) ? "tautology" : nature,
      helpers: [],
      ...custom(written.chain, reach),
      ...(gotHere ? { through: () => reach.frame().flow.originOf([deciderOf(node)]) } : { worth }),
    };
  }
  if (!ts.isCallExpression(node)) return undefined;
  if (passesOnAssertion(node, reach)) return { node, type: "assert", nature: "value", helpers: [] };
  return throughHelper(node, reach);
}

/** `t.pass()`: the run came this far. */
const PASSES = /^(?:\w+\.)?pass\s*\(/;

/** What a matcher of the project's own looks at, beside its operands. */
function custom({ links }: CallChain, { script, frame }: Framed): Pick<Found, "through"> {
  const own = links.filter(
    ({ name, args }) =>
      args !== undefined && /^to[A-Z]/.test(name) && natureOf([name]) === "value" && !isComparison(name),
  );
  if (own.length === 0) return {};
  const found = own.flatMap(({ name }) => script.functions.get(name) ?? []);
  return { through: () => (found.length === 0 ? OF_WORLD : frame().flow.originOf(found)) };
}

/** A callback that throws when it is called though it must not be. */
const FORBIDS = /^throw\b.*\b(?:should|must|never|unexpected(?:ly)?|unreachable|not (?:be )?called)\b/is;

/** `if (...) throw` is an assertion. A bare `throw` belongs to a stub or a mock. */
function isConditional(node: ts.Node, body: ts.Node): boolean {
  for (let at = node.parent; at !== undefined && at !== body; at = at.parent) {
    if (ts.isIfStatement(at)) return true;
    if (ts.isFunctionLike(at)) return false;
  }
  return false;
}

/**
 * `check(assert.equal, chunk)`, `match(actual, expected, t)` of a package: a function that receives an assertion makes
 * it.
 */
function passesOnAssertion(call: ts.CallExpression, { script, contexts, library }: Reach): boolean {
  const binding = ts.isIdentifier(call.expression) ? script.imports.get(call.expression.text) : undefined;
  const isOfPackage = binding !== undefined && !library.isOwn(script, binding.specifier);
  return call.arguments.some((argument) => {
    if (ts.isIdentifier(argument)) {
      return isOfPackage && contexts.has(argument.text) && ts.isExpressionStatement(statementAround(call));
    }
    if (!ts.isPropertyAccessExpression(argument) || !ts.isIdentifier(argument.expression)) return false;
    const owner = argument.expression.text;
    if (contexts.has(owner)) return CONTEXT_METHODS.has(argument.name.text);
    const specifier = script.imports.get(owner)?.specifier;
    return specifier !== undefined && ASSERTION_LIBRARIES.has(specifier);
  });
}

function statementAround(call: ts.CallExpression): ts.Node {
  return ts.isAwaitExpression(call.parent) ? call.parent.parent : call.parent;
}

/** A call that asserts by way of the functions it calls or is given. */
function throughHelper(call: ts.CallExpression, { script, contexts, library, frame }: Framed): Found | undefined {
  const asserting = followedFunctions(call, script, library)
    .map((reached) => ({
      helper: reached.declaration,
      assertions: helperAssertions(reached.declaration, {
        script: reached.script,
        contexts: helperContexts(reached.declaration, call, contexts),
        library,
      }),
    }))
    .filter(({ assertions }) => assertions.length > 0);
  const assertions = asserting.flatMap((reached) => reached.assertions);
  const [first] = assertions;
  if (first === undefined) return undefined;
  return {
    node: call,
    type: first.type,
    nature: strongestNature(assertions),
    helpers: asserting.map(({ helper }) => helper),
    worth: () => {
      const isAsync = asserting.some(({ helper }) => isAsyncFunction(helper));
      if (isAsync && !isAwaited(call, frame())) return notAwaited(call);
      const yields = asserting.some(({ helper }) => isGenerator(helper));
      if (yields && ts.isExpressionStatement(call.parent)) return notIterated(call);
      return bestStrength(assertions.map(({ own }) => own()));
    },
    through: () => mixed(assertions.map(({ origin }) => origin())),
  };
}

function helperAssertions(helper: ts.FunctionLikeDeclaration, reach: Reach): readonly PlacedAssertion[] {
  const { helpers } = reach.library;
  const key = `${reach.script.path}:${helper.pos}:${[...reach.contexts].join()}`;
  const known = helpers.get(key);
  if (known !== undefined) return known === "open" ? [] : known;
  helpers.set(key, "open");
  const found = helper.body === undefined ? [] : collectAssertions(helper.body, reach);
  helpers.set(key, found);
  return found;
}
