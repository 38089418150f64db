import { ts } from "../../compiler.js";
import type { TagSite } from "../../source-file.js";
import { idsInTitle } from "../../test-reading/clause-tags.js";
import { lineOf } from "../parse-script.js";
import type { Script } from "../script.js";
import { isFunction, type RunnerCall, runnerCall } from "./runner-call.js";
import type { CommentTag } from "./script-tags.js";
import { contextNamesOf, passesOnTests } from "./test-context.js";
import { titleText } from "./test-title.js";
import { isUnderCondition } from "./under-condition.js";

/**
 * The surroundings of a test and, with its own added, its properties: titles, tags, skips, and reachable test contexts.
 */
type Surroundings = {
  readonly titles: readonly string[];
  readonly clauses: readonly TagSite[];
  readonly skipped: boolean;
  /** Registered only under a condition, itself or with its suite. */
  readonly conditional: boolean;
  readonly contexts: ReadonlySet<string>;
};

/** One call that declares a test, with everything inherited from its suites. */
export type DeclaredTest = Surroundings & {
  readonly call: ts.CallExpression;
  readonly title: string;
  readonly body: ts.Node | undefined;
  readonly hasSubtests: boolean;
  /** `it.fails`: a failure is what is expected. */
  readonly inverted: boolean;
};

type Walk = {
  readonly script: Script;
  readonly comments: readonly CommentTag[];
  readonly tests: DeclaredTest[];
  readonly titleTags: TagSite[];
  /** Functions that declare tests; they are analysed at their first call. */
  readonly visited: Set<ts.Node>;
  /** Which functions declare tests, as far as this was asked. */
  readonly declaring: Map<ts.Node, boolean>;
  /** The suites and tests around the analysed place. A function that declares itself as a suite would not end. */
  readonly open: Set<ts.Node>;
  /** Functions that are the body of a suite or a test: they are not tests of their own. */
  readonly bodies: Set<ts.Node>;
  entered: number;
};

/** One function can be the body of many suites, each with many suites. No real file has this many tests. */
const MAX_BODIES = 5_000;

/** Finds the tests of a file: in suites, in tests, and in functions that declare tests. */
export function declaredTests(script: Script, comments: readonly CommentTag[]): Pick<Walk, "tests" | "titleTags"> {
  const walk: Walk = {
    script,
    comments,
    tests: [],
    titleTags: [],
    visited: new Set(),
    declaring: new Map(),
    open: new Set(),
    bodies: new Set(),
    entered: 0,
  };
  const outside: Surroundings = { titles: [], clauses: [], skipped: false, conditional: false, contexts: new Set() };
  visitAll(script.source, outside, walk);
  for (const declaration of [...script.functions.values()].flat()) {
    const isBody = declaration.body !== undefined && walk.bodies.has(declaration.body);
    if (!isBody && declaresTests(declaration, walk)) visitShared(declaration, outside, walk);
  }
  return walk;
}

function visitAll(node: ts.Node, around: Surroundings, walk: Walk): void {
  ts.forEachChild(node, (child) => visit(child, around, walk));
}

function visit(node: ts.Node, around: Surroundings, walk: Walk): void {
  const { script } = walk;
  if (isNamedFunction(node) && declaresTests(node, walk)) return; // analysed at its call
  const declared = ts.isCallExpression(node) ? runnerCall(node, script, around.contexts) : undefined;
  if (declared !== undefined && ts.isCallExpression(node)) {
    const visitDeclared = declared.kind === "suite" ? visitSuite : visitTest;
    visitDeclared(node, declared, { around, walk });
    return;
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    for (const shared of script.functions.get(node.expression.text) ?? []) {
      if (declaresTests(shared, walk)) visitShared(shared, around, walk);
    }
  }
  visitAll(node, around, walk);
}

function isNamedFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  if (ts.isFunctionDeclaration(node)) return true;
  return isFunction(node) && ts.isVariableDeclaration(node.parent);
}

function visitShared(shared: ts.FunctionLikeDeclaration, around: Surroundings, walk: Walk): void {
  if (walk.visited.has(shared) || shared.body === undefined) return;
  walk.visited.add(shared);
  visitAll(shared.body, around, walk);
}

/** Whether a call of a named function declares tests. The body of a suite or a test does not count. */
function declaresTests(declaration: ts.FunctionLikeDeclaration, { script, declaring }: Walk): boolean {
  const known = declaring.get(declaration);
  if (known !== undefined) return known;
  let found = false;
  const find = (node: ts.Node): void => {
    if (!found) found = ts.isCallExpression(node) && runnerCall(node, script, new Set()) !== undefined;
    if (!found) ts.forEachChild(node, find);
  };
  if (declaration.body !== undefined && !ts.isCallExpression(declaration.parent)) find(declaration.body);
  declaring.set(declaration, found);
  return found;
}

type Place = { readonly around: Surroundings; readonly walk: Walk };

function visitSuite(call: ts.CallExpression, suite: RunnerCall, { around, walk }: Place): void {
  const { title, tags } = titleOf(call, suite, walk);
  const start = statementOf(call).pos;
  const above = walk.comments.filter(({ at }) => at >= start && at < call.getStart());
  const inside: Surroundings = {
    titles: [...around.titles, title],
    clauses: [...around.clauses, ...above, ...tags],
    skipped: around.skipped || suite.skipped,
    conditional: around.conditional || isUnderCondition(call),
    contexts: around.contexts,
  };
  for (const body of bodiesOf(suite.body, walk.script)) enter(body, walk, () => visitAll(body, inside, walk));
}

function enter(body: ts.Node, walk: Walk, inside: () => void): void {
  if (walk.open.has(body)) return;
  walk.entered += 1;
  if (walk.entered > MAX_BODIES) throw new RangeError(`more than ${MAX_BODIES} suites and tests in one file`);
  walk.open.add(body);
  walk.bodies.add(body);
  inside();
  walk.open.delete(body);
}

function visitTest(call: ts.CallExpression, test: RunnerCall, { around, walk }: Place): void {
  const { title, tags } = titleOf(call, test, walk);
  const contexts = contextNamesOf(test.body);
  const inside: Surroundings = {
    titles: [...around.titles, title],
    clauses: [...around.clauses, ...tags],
    skipped: around.skipped || test.skipped,
    conditional: around.conditional || isUnderCondition(call),
    contexts: contexts.length === 0 ? around.contexts : new Set([...around.contexts, ...contexts]),
  };
  const [body] = bodiesOf(test.body, walk.script);
  const before = walk.tests.length;
  if (body !== undefined) enter(body, walk, () => visit(body, inside, walk));
  const hasSubtests = walk.tests.length > before || (body !== undefined && passesOnTests(body, inside.contexts));
  walk.tests.push({ ...inside, call, title, body, hasSubtests, inverted: test.inverted });
}

function titleOf(call: ts.CallExpression, { title, body }: RunnerCall, { script, titleTags }: Walk) {
  const named = body !== undefined && ts.isFunctionExpression(body) ? (body.name?.text ?? "") : "";
  const text = title === undefined ? named : titleText(title, script);
  const line = lineOf(script.source, call.getStart());
  const tags = idsInTitle(text).map((clauseId) => ({ clauseId, line }));
  titleTags.push(...tags);
  return { title: text === "" ? "<anonymous>" : text, tags };
}

/** The body of a function, also of a named or wrapped one. */
function bodiesOf(body: ts.Expression | undefined, script: Script): ts.Node[] {
  if (body === undefined) return [];
  if (isFunction(body)) return [body.body];
  if (!ts.isIdentifier(body)) return [body];
  return (script.functions.get(body.text) ?? []).flatMap((found) => (found.body === undefined ? [] : [found.body]));
}

/** The statement of a call: the comments above it belong to the call. */
export function statementOf(call: ts.Node): ts.Node {
  let node = call;
  while (!ts.isStatement(node) && !ts.isSourceFile(node.parent)) node = node.parent;
  return node;
}
