import { ts } from "../../compiler.js";
import type { Script } from "../script.js";
import { chainOf } from "./call-chain.js";

/** A call that declares a test or a suite. */
export type RunnerCall = {
  readonly kind: "test" | "suite";
  readonly skipped: boolean;
  /** Marked so that a failure counts as a pass. */
  readonly inverted: boolean;
  readonly title: ts.Expression | undefined;
  /** The function; undefined for a test without a body. */
  readonly body: ts.Expression | undefined;
};

type Role = RunnerCall["kind"] | "namespace";

const ROLES: Readonly<Record<string, RunnerCall["kind"]>> = {
  test: "test",
  it: "test",
  specify: "test",
  fit: "test",
  xit: "test",
  xtest: "test",
  xspecify: "test",
  describe: "suite",
  suite: "suite",
  context: "suite",
  fdescribe: "suite",
  xdescribe: "suite",
  xcontext: "suite",
};

/** The names of a test library that is imported as a whole. */
const WHOLE: Readonly<Record<string, Role>> = {
  "node:test": "test",
  test: "test",
  tape: "test",
  ava: "test",
  brittle: "test",
  tap: "namespace",
  "@tapjs/core": "namespace",
  vitest: "namespace",
  mocha: "namespace",
  uvu: "namespace",
  "bun:test": "namespace",
  "@jest/globals": "namespace",
};

const PARAMETRISED = new Set(["each", "for", "skipIf", "runIf"]);
const MODIFIERS = new Set([
  "only",
  "skip",
  "todo",
  "concurrent",
  "sequential",
  "shuffle",
  "fails",
  "failing",
  "serial",
  "cb",
  "parallel",
]);

/** Reads a call as a declaration of a test or suite. `contexts` are the names of reachable test contexts (`t`). */
export function runnerCall(
  call: ts.CallExpression,
  script: Script,
  contexts: ReadonlySet<string>,
): RunnerCall | undefined {
  const { expression } = call;
  const isParametrised = ts.isCallExpression(expression) || ts.isTaggedTemplateExpression(expression);
  const callee = ts.isCallExpression(expression)
    ? expression.expression
    : ts.isTaggedTemplateExpression(expression)
      ? expression.tag
      : expression;
  const path = memberPath(callee);
  if (path === undefined) return undefined;
  const { root, members } = path;
  if (isParametrised !== PARAMETRISED.has(members.at(-1) ?? "")) return undefined;
  const plain = members.filter((name) => !PARAMETRISED.has(name));
  const kind = kindOf(root, plain, { script, contexts });
  if (kind === undefined || call.arguments.length === 0) return undefined;
  const [first, ...rest] = call.arguments;
  const hasTitle = first !== undefined && !isFunction(first);
  const body =
    call.arguments.find(isFunction) ??
    rest.find((argument) => ts.isIdentifier(argument) || ts.isCallExpression(argument));
  const skipped =
    members.some((name) => name === "skip" || name === "todo") ||
    /^x(?:it|test|specify|describe|context)$/.test(root) ||
    rest.some(isSkipOption) ||
    isNeverRun(expression, members.at(-1));
  const inverted = members.some((name) => name === "fails" || name === "failing") || rest.some(isInvertedOption);
  return { kind, skipped: skipped || body === undefined, inverted, title: hasTitle ? first : undefined, body };
}

/** `it.skip.each` as its root and members; undefined if it contains a call, as most calls do. */
function memberPath(callee: ts.Expression): { root: string; members: string[] } | undefined {
  const members: string[] = [];
  let node = callee;
  while (ts.isPropertyAccessExpression(node)) {
    members.unshift(node.name.text);
    node = node.expression;
  }
  return ts.isIdentifier(node) ? { root: node.text, members } : undefined;
}

type Reach = { readonly script: Script; readonly contexts: ReadonlySet<string> };

function kindOf(root: string, members: readonly string[], { script, contexts }: Reach): RunnerCall["kind"] | undefined {
  const role = contexts.has(root) ? "namespace" : roleOf(root, script);
  if (role === undefined) return undefined;
  const [first, ...others] = members;
  const named = first === undefined ? undefined : ROLES[first];
  if (named !== undefined && others.every((name) => MODIFIERS.has(name))) return named;
  return role !== "namespace" && members.every((name) => MODIFIERS.has(name)) ? role : undefined;
}

/** The meaning of a name for a test runner: imported, derived from an imported name, or global. */
export function roleOf(name: string, script: Script): Role | undefined {
  const binding = script.imports.get(name);
  if (binding !== undefined) {
    const isWhole = binding.imported === "default" || binding.imported === "*";
    if (isWhole) return WHOLE[binding.specifier] ?? ROLES[name];
    return ROLES[binding.imported] ?? (binding.imported === "t" ? "namespace" : undefined);
  }
  const initialiser = script.initialisers.get(name);
  if (initialiser !== undefined) return derivedRole(name, initialiser, script);
  return script.functions.has(name) ? undefined : ROLES[name];
}

/** `base.extend({...})`, `tap.test`, uvu's `suite("name")`. */
function derivedRole(name: string, initialiser: ts.Expression, script: Script): Role | undefined {
  const { root, rootArgs, links } = chainOf(initialiser);
  if (!ts.isIdentifier(root) || root.text === name) return undefined;
  const role = roleOf(root.text, script);
  if (role === undefined) return undefined;
  if (rootArgs !== undefined) return links.length === 0 && role === "suite" ? "test" : undefined;
  const last = links.at(-1)?.name ?? "";
  return last === "extend" ? role : ROLES[last];
}

export function isFunction(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** `{ skip: true }`, `{ todo: "later" }`. The value of a condition is only known at run time. */
function isSkipOption(argument: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(argument)) return false;
  return argument.properties.some(
    (property) =>
      ts.isPropertyAssignment(property) &&
      /^(?:skip|todo)$/.test(property.name.getText()) &&
      (property.initializer.kind === ts.SyntaxKind.TrueKeyword || ts.isStringLiteralLike(property.initializer)),
  );
}

/** vitest's `{ fails: true }`, node:test's `{ expectFailure: true }`. */
function isInvertedOption(argument: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(argument) &&
    argument.properties.some((property) => /^(?:fails|expectFailure)\s*:\s*true$/.test(property.getText()))
  );
}

/** `it.skipIf(true)`, `it.runIf(false)`, and a table without rows. */
function isNeverRun(expression: ts.Expression, word: string | undefined): boolean {
  if (!ts.isCallExpression(expression)) return false;
  const [given] = expression.arguments;
  if (given === undefined) return false;
  if (word === "skipIf") return given.kind === ts.SyntaxKind.TrueKeyword;
  if (word === "runIf") return given.kind === ts.SyntaxKind.FalseKeyword;
  return ts.isArrayLiteralExpression(given) && given.elements.length === 0;
}
