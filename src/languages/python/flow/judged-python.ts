import { once } from "../../once.js";
import { type Origin, OWN_WORDS } from "../../test-reading/origin.js";
import type { PythonModule } from "../python-module.js";
import { childOf, descendants, type PythonNode } from "../python-node.js";
import { isAsync } from "./python-calls.js";
import type { PythonName } from "./python-declared.js";
import { givenBy, pythonFlow, WATCHING } from "./python-flow.js";
import type { JudgedPython } from "./python-frame.js";
import type { PythonOrigins } from "./python-origins.js";
import { isPythonFunction, parentsIn, pythonArguments } from "./python-parents.js";
import { pythonScopes } from "./python-scopes.js";
import { guardsOf } from "./python-swallowed.js";
import { pythonValues } from "./python-values.js";

export type JudgingPython = {
  readonly origins: PythonOrigins;
  /** The definition of a fixture that the tests of a module can ask for, and the module it is in. */
  fixture(module: PythonModule, name: string): { readonly module: PythonModule; readonly node: PythonNode } | undefined;
  judged(module: PythonModule): JudgedPython;
  /** The functions that a name of a module stands for, in whatever file they are. */
  definitionsOf(module: PythonModule, specifier: string, imported: string): readonly PythonNode[];
};

const HOOK =
  /^(?:setUp|tearDown|setUpClass|tearDownClass|asyncSetUp|asyncTearDown|setUpModule|tearDownModule|(?:setup|teardown)(?:_(?:method|class|module|function))?)$/;

/** Whether a definition is set-up that the runner calls around tests. */
export function isHookName(name: string): boolean {
  return HOOK.test(name);
}

export function isFixture(decorators: readonly PythonNode[]): boolean {
  return decorators.some(({ text }) => /^@\s*(?:\w+\.)*fixture\b/.test(text));
}

/** A module, with all that is asked of it more than once. */
export function judgedPython(module: PythonModule, judging: JudgingPython): JudgedPython {
  const { root } = module;
  const parents = parentsIn(root);
  const scopes = pythonScopes(root, parents);
  const place = { scopes, parents };
  const touched = once(() => touchedNames(root, place));
  const touching = (name: PythonName) => touched().get(name) ?? [];
  const decoratorsOf = (node: PythonNode) =>
    (parents.get(node)?.children ?? []).filter(({ type }) => type === "decorator");
  const isOfRunner = (node: PythonNode) => {
    const name = childOf(node, "name")?.text ?? "";
    const isAtTop = /^(?:module|block|decorated_definition|class_definition)$/.test(parents.get(node)?.type ?? "");
    return isAtTop && (/^test/.test(name) || isHookName(name) || isFixture(decoratorsOf(node)));
  };
  const open = new Set<string>();
  const fixture = (name: string): Origin | undefined => {
    const found = judging.fixture(module, name);
    if (found === undefined) return undefined;
    if (open.has(name)) return OWN_WORDS;
    open.add(name);
    try {
      return judging.judged(found.module).flow.originOf(givenBy(found.node));
    } finally {
      open.delete(name);
    }
  };
  const flow = pythonFlow({ ...place, root, origins: judging.origins, touching, fixture, isOfRunner });
  const isCoroutine = (call: PythonNode): boolean => {
    const callee = childOf(call, "function");
    const made = callee === undefined ? undefined : scopes.nameAt(callee)?.made;
    return (made ?? []).some((each) => {
      if (each.by === "definition") return isAsync(each.at);
      return (
        each.by === "import" &&
        judging.definitionsOf(module, each.specifier, each.imported).some((found) => isAsync(found))
      );
    });
  };
  const hooks = once(() =>
    descendants(root).filter((node) => {
      if (node.type !== "function_definition") return false;
      const isAutomatic = decoratorsOf(node).some(({ text }) => /fixture.*autouse\s*=\s*True/s.test(text));
      return isAutomatic || isHookName(childOf(node, "name")?.text ?? "");
    }),
  );
  return {
    ...place,
    module,
    values: pythonValues({ ...place, touching }),
    flow,
    get hooks() {
      return hooks();
    },
    isCoroutine,
    hasSubject: judging.origins.hasSubject,
  };
}

/** Calls that change nothing they are given: assertions, and what only looks. */
const APART =
  /^(?:self\.(?:assert\w*|fail\w*)|pytest\.\w+|print|len|isinstance|str|repr|sorted|enumerate|zip|range|list|tuple|set|dict|type|id|hash|bool|int|float|any|all|sum|min|max|iter|reversed|hasattr|getattr|callable|issubclass)$/;

function touchedNames(root: PythonNode, { scopes }: Pick<JudgedPython, "scopes">) {
  const found = new Map<PythonName, PythonNode[]>();
  const add = (given: PythonNode, by: PythonNode): void => {
    const name = scopes.nameAt(given);
    if (name === undefined) return;
    const known = found.get(name);
    if (known === undefined) found.set(name, [by]);
    else known.push(by);
  };
  for (const node of descendants(root)) {
    if (node.type === "call" && !APART.test(childOf(node, "function")?.text ?? "")) {
      for (const given of namesGiven(node, scopes)) add(given, node);
    } else if (node.type === "with_statement") {
      const body = childOf(node, "body");
      for (const guard of guardsOf(node)) {
        if (body === undefined || !WATCHING.test(guard.text)) continue;
        for (const given of pythonArguments(guard).flatMap((each) => readIn(each, scopes))) add(given, body);
      }
    } else if (node.type === "assignment" || node.type === "augmented_assignment") {
      const owner = ownerChanged(childOf(node, "left"), scopes);
      if (owner !== undefined) add(owner, node);
      // What is put into an object is in the hands of whoever has that.
      const [left, right] = [childOf(node, "left"), childOf(node, "right")];
      if (left === undefined || right === undefined || left.type === "identifier" || left.type === "pattern_list")
        continue;
      for (const given of readIn(right, scopes)) add(given, left);
    }
  }
  return found;
}

/** Names whose values a call gets hold of: its receiver and its arguments, without what is read inside functions. */
function namesGiven(call: PythonNode, scopes: JudgedPython["scopes"]): PythonNode[] {
  const callee = childOf(call, "function");
  const receiver = callee?.type === "attribute" ? readIn(childOf(callee, "object") ?? callee, scopes) : [];
  const list = childOf(call, "arguments");
  return [...receiver, ...(list === undefined ? [] : readIn(list, scopes))];
}

function readIn(node: PythonNode, scopes: JudgedPython["scopes"]): PythonNode[] {
  if (isPythonFunction(node)) {
    // `lambda: stream` hands the stream over.
    const body = node.type === "lambda" ? childOf(node, "body") : undefined;
    return body?.type === "identifier" ? [body] : [];
  }
  if (node.type === "attribute" && scopes.nameAt(node) !== undefined) return [node];
  if (node.type === "identifier") return [node];
  return node.children.flatMap((child) => readIn(child, scopes));
}

/** The name whose object `a.b = x` or `a[0] = x` changes. */
function ownerChanged(left: PythonNode | undefined, scopes: JudgedPython["scopes"]): PythonNode | undefined {
  let at = left;
  while (at?.type === "attribute" || at?.type === "subscript") {
    const [owner] = at.children;
    if (owner !== undefined && scopes.nameAt(owner) !== undefined) return owner;
    at = owner;
  }
  return undefined;
}
