import { ts } from "../../compiler.js";
import type { AssertionNature } from "../../source-file.js";
import { strongestNature } from "../../test-reading/strongest-nature.js";
import type { Script } from "../script.js";
import { writtenAssertion } from "./assertion-call.js";
import { ASSERTION_LIBRARIES, CONTEXT_METHODS } from "./assertion-words.js";
import { followedFunctions } from "./followed-functions.js";
import { neverRuns } from "./never-runs.js";
import { runnerCall } from "./runner-call.js";
import type { ScriptFiles } from "./script-files.js";
import { isStraightLine } from "./tautology.js";
import { contextsIn, helperContexts } from "./test-context.js";

/** An assertion at its place in a test: its own, or the call of the helper that makes it. */
export type PlacedAssertion = {
  readonly node: ts.Node;
  readonly type: string;
  readonly nature: AssertionNature;
  /** The helpers it goes through, to see what they rest on. */
  readonly helpers: readonly ts.FunctionLikeDeclaration[];
};

/** The scripts in reach, and what is known about their helpers so far. */
export type ScriptLibrary = ScriptFiles & {
  /** By place and contexts; "open" while one is being looked at. */
  readonly helpers: Map<string, readonly PlacedAssertion[] | "open">;
};

type Reach = { readonly script: Script; readonly contexts: ReadonlySet<string>; readonly library: ScriptLibrary };

/** The assertions in a function's body, without those of tests declared inside it. */
export function collectAssertions(body: ts.Node, given: Reach): PlacedAssertion[] {
  const reach = { ...given, contexts: contextsIn(body, given.contexts) };
  const found: PlacedAssertion[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && runnerCall(node, reach.script, reach.contexts) !== undefined) return;
    const placed = assertionAt(node, body, reach);
    // What nobody comes to cannot fail either.
    if (placed !== undefined) found.push(neverRuns(node, body) ? { ...placed, nature: "tautology" } : placed);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

function assertionAt(node: ts.Node, body: ts.Node, reach: Reach): PlacedAssertion | undefined {
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
    return { node, type, nature: isTautology ? "tautology" : nature, helpers: [] };
  }
  if (!ts.isCallExpression(node)) return undefined;
  if (passesOnAssertion(node, reach)) return { node, type: "assert", nature: "value", helpers: [] };
  return throughHelper(node, reach);
}

/** A callback that throws when it is called though it must not be. */
const FORBIDS = /^throw\b.*\b(?:should|must|never|unexpected(?:ly)?|unreachable|not (?:be )?called)\b/is;

/** `if (...) throw` is an assertion by hand; a bare `throw` belongs to a stub or a mock. */
function isConditional(node: ts.Node, body: ts.Node): boolean {
  for (let at = node.parent; at !== undefined && at !== body; at = at.parent) {
    if (ts.isIfStatement(at)) return true;
    if (ts.isFunctionLike(at)) return false;
  }
  return false;
}

/** `check(assert.equal, chunk)`, `match(actual, expected, t)` of a package: whoever is handed an assertion makes it. */
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
function throughHelper(call: ts.CallExpression, { script, contexts, library }: Reach): PlacedAssertion | undefined {
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
