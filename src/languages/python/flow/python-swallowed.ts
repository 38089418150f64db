import { childOf, descendants, dottedName, type PythonNode } from "../python-node.js";
import { failsAlways, onlyTells } from "./python-failing.js";
import type { PythonFrame } from "./python-frame.js";
import { barePython, pythonArguments, somePython } from "./python-parents.js";

const CATCH_ALL = /^(?:builtins\.)?(?:AssertionError|Exception|BaseException)$/;

type Around = Pick<PythonFrame, "parents" | "scopes" | "values">;

/** Whoever stands between a node and its parent and lets a failed assertion pass, if anybody does. */
export function swallowedBy(at: PythonNode, parent: PythonNode, frame: Around): PythonNode | undefined {
  if (parent.type === "try_statement" && at.field === "body") {
    const clauses = parent.children.filter(({ type }) => type === "except_clause" || type === "except_group_clause");
    const catching = clauses.find((clause) => catchesAssertion(clause, frame));
    if (catching !== undefined && swallows(catching, frame)) return catching;
  }
  if (parent.type === "try_statement" && at.type !== "finally_clause") {
    const last = parent.children.find(({ type }) => type === "finally_clause");
    const leaves = ({ type }: PythonNode) => type === "return_statement" || type === "break_statement";
    if (last !== undefined && somePython(last, leaves, { intoFunctions: false })) return last;
  }
  if (parent.type === "with_statement" && at.field === "body") {
    return guardsOf(parent).find((guard) => lets(guard, frame));
  }
  return undefined;
}

/** The calls in the head of a `with`. */
export function guardsOf(statement: PythonNode): PythonNode[] {
  const clause = statement.children.find(({ type }) => type === "with_clause");
  const items = descendants(clause ?? statement, ({ type }) => type !== "block" && type !== "call");
  return items
    .filter(({ type }) => type === "with_item")
    .map((item) => {
      const value = childOf(item, "value") ?? item;
      return value.type === "as_pattern" ? (value.children[0] ?? value) : value;
    });
}

/** `suppress(AssertionError)`, `pytest.raises(Exception)` around an assertion, or a guard of the test's own that swallows. */
function lets(guard: PythonNode, frame: Around): boolean {
  const call = guard.type === "call" ? guard : settledCall(guard, frame);
  if (call === undefined) return false;
  const last = calledAs(call, frame);
  const args = pythonArguments(call);
  if (last === "suppress") return args.some((each) => isCatchAll(each, frame));
  if (/^(?:raises|assertRaises)$/.test(last)) {
    const isPicky = (childOf(call, "arguments")?.children ?? []).some((each) => /^match\b/.test(each.text));
    return !isPicky && args[0] !== undefined && isCatchAll(args[0], frame);
  }
  const made = frame.scopes.nameAt(childOf(call, "function") ?? call)?.made ?? [];
  return made.some((each) => each.by === "definition" && isQuietGuard(each.at, frame));
}

/** The last name of a function, as its own module calls it. */
function calledAs(call: PythonNode, { scopes }: Around): string {
  const callee = childOf(call, "function");
  const [made] = (callee === undefined ? undefined : scopes.nameAt(callee)?.made) ?? [];
  if (made?.by === "import" && made.imported !== "") return made.imported;
  const dotted = dottedName(callee) ?? "";
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}

function settledCall(guard: PythonNode, { values }: Around): PythonNode | undefined {
  const value = values.settled(guard);
  return value.type === "call" ? value : undefined;
}

/** `yield` inside a `try` that swallows, or an `__exit__` that says the error is dealt with. */
function isQuietGuard(definition: PythonNode, frame: Around): boolean {
  if (definition.type === "class_definition") {
    const exits = descendants(definition).filter(
      (node) => node.type === "function_definition" && /^__a?exit__$/.test(childOf(node, "name")?.text ?? ""),
    );
    return exits.some((exit) =>
      somePython(
        exit,
        (node) => node.type === "return_statement" && frame.values.truthOf(node.children[1] ?? node) === true,
      ),
    );
  }
  return handlersIn(definition, frame, ({ type }) => type === "yield");
}

/** Whether a function runs something inside a `try` that swallows what it says. */
export function handlersIn(definition: PythonNode, frame: Around, isIt: (node: PythonNode) => boolean): boolean {
  return descendants(definition).some((node) => {
    if (!isIt(node)) return false;
    for (let at = node; at !== definition; ) {
      const parent = frame.parents.get(at);
      if (parent === undefined) return false;
      if (swallowedBy(at, parent, frame) !== undefined) return true;
      at = parent;
    }
    return false;
  });
}

function catchesAssertion(clause: PythonNode, frame: Around): boolean {
  const value =
    childOf(clause, "value") ??
    clause.children.find(({ type }) => /^(?:identifier|attribute|tuple|as_pattern)$/.test(type));
  if (value === undefined) return true;
  const types = value.type === "as_pattern" ? (value.children[0] ?? value) : value;
  return isCatchAll(types, frame);
}

function isCatchAll(types: PythonNode, { values }: Pick<Around, "values">): boolean {
  const node = barePython(values.settled(types));
  if (node.type === "tuple") return node.children.some((each) => CATCH_ALL.test(each.text));
  return CATCH_ALL.test(dottedName(node) ?? "");
}

/** A handler that does not raise again, fail, hand the error on, or look closely at it. */
function swallows(clause: PythonNode, { scopes, parents }: Around): boolean {
  const alias = descendants(clause).find(({ type }) => type === "as_pattern_target")?.text;
  const body = clause.children.find(({ type }) => type === "block");
  if (body === undefined) return true;
  return !somePython(body, (node) => {
    if (failsAlways(node)) return true;
    if (node.type === "assert_statement") return alias !== undefined && inspects(node.children[1], alias);
    if (node.type === "assignment") {
      const left = childOf(node, "left");
      if (left === undefined) return false;
      if (left.type !== "identifier") return true;
      return scopes.nameAt(left)?.reads.some((read) => !isInside(read, clause, parents)) === true;
    }
    if (node.type !== "call" || alias === undefined || onlyTells(node)) return false;
    if (onlyTells(outermostCall(node, parents))) return false;
    const isGiven = pythonArguments(node).some((each) => mentions(each, alias));
    return (
      isGiven &&
      !/^(?:self\.assert(?:IsInstance|IsNotNone|True)|isinstance|len|bool|type)$/.test(
        childOf(node, "function")?.text ?? "",
      )
    );
  });
}

function outermostCall(node: PythonNode, parents: Around["parents"]): PythonNode {
  let found = node;
  for (let at = parents.get(node); at !== undefined && at.type !== "block"; at = parents.get(at)) {
    if (at.type === "call") found = at;
  }
  return found;
}

/** More than that it is an error: a failed assertion is one, too. */
function inspects(condition: PythonNode | undefined, alias: string): boolean {
  if (condition === undefined || !mentions(condition, alias)) return false;
  const bare = barePython(condition);
  if (bare.type === "identifier") return false;
  return !/^(?:isinstance\(\s*\w+\s*,\s*(?:Exception|BaseException|AssertionError|object)\s*\)|\w+ is not None)$/.test(
    bare.text,
  );
}

function mentions(node: PythonNode, name: string): boolean {
  return somePython(node, ({ type, text }) => type === "identifier" && text === name);
}

function isInside(node: PythonNode, outer: PythonNode, parents: Around["parents"]): boolean {
  for (let at: PythonNode | undefined = node; at !== undefined; at = parents.get(at)) if (at === outer) return true;
  return false;
}
