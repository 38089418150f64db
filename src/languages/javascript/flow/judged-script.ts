import { ts } from "../../compiler.js";
import type { Origin } from "../../test-reading/origin.js";
import type { Script } from "../script.js";
import { TEST_LIBRARIES } from "../tests/assertion-words.js";
import { chainOf } from "../tests/call-chain.js";
import { runnerCall } from "../tests/runner-call.js";
import { constantsOf } from "./constant-values.js";
import { nameUses } from "./mentions-of-names.js";
import { namesIn } from "./names.js";
import type { JudgedScript } from "./test-frame.js";
import { valueFlow } from "./value-flow.js";

const HOOK =
  /^(?:before|after|beforeEach|afterEach|beforeAll|afterAll|setup|teardown|suiteSetup|suiteTeardown|onTestFinished)$/;
const ASSERTING = /^(?:expect|assert|should|t|tt|st|chai|console|expectTypeOf|assertType)$/;
const CONTEXTS: ReadonlySet<string> = new Set(["t", "tt", "st", "tap"]);

/** A file, with all that is asked of it more than once. */
export function judgedScript(script: Script, moduleOrigin: (specifier: string) => Origin): JudgedScript {
  const names = namesIn(script.source);
  const isHook = (call: ts.CallExpression) => HOOK.test(calledName(call)) && isOfRunner(call);
  const isRunner = (call: ts.CallExpression) => isHook(call) || runnerCall(call, script, CONTEXTS) !== undefined;
  const isApart = (call: ts.CallExpression) => isRunner(call) || isAssertion(call, script);
  const uses = nameUses(script.source, names, isApart);
  const flow = valueFlow({ ...names, moduleOrigin, uses, isRunner });
  return { names, uses, constants: constantsOf({ names, uses }), flow, hooks: hooksIn(script.source, isHook) };
}

/** `after(...)` and `t.after(...)`, not the `after` of anything else. */
function isOfRunner({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return true;
  return /^(?:t|tt|st|tap|test|it|suite|describe|hooks?|QUnit|mocha|lab|this)$/.test(expression.expression.getText());
}

function calledName({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** An assertion changes nothing of what it looks at. */
function isAssertion(call: ts.CallExpression, script: Script): boolean {
  const { root, links } = chainOf(call);
  if (links.some(({ name }) => name === "should")) return true;
  if (!ts.isIdentifier(root)) return false;
  if (ASSERTING.test(root.text)) return true;
  const binding = script.imports.get(root.text) ?? script.imports.get(script.aliases.get(root.text)?.of ?? "");
  return binding !== undefined && TEST_LIBRARIES.has(binding.specifier);
}

function hooksIn(source: ts.SourceFile, isHook: (call: ts.CallExpression) => boolean): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isHook(node)) found.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
