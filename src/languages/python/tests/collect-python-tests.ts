import { once } from "../../once.js";
import { shorten } from "../../shorten.js";
import type { Assertion, TagSite, TestCase, TestFile } from "../../source-file.js";
import { type NameLink, restsOn } from "../../test-reading/name-links.js";
import type { Strength } from "../../test-reading/strength.js";
import { isFixture, isHookName } from "../flow/judged-python.js";
import { pythonComparedText } from "../flow/python-compared.js";
import type { JudgedPython } from "../flow/python-frame.js";
import { shieldOf } from "../flow/python-shield.js";
import { onPythonSubject } from "../flow/python-strength.js";
import type { PythonModule } from "../python-module.js";
import { childOf, type PythonNode } from "../python-node.js";
import { isTestClass } from "./is-test-class.js";
import { type PythonAssertion, type PythonLibrary, pythonAssertions } from "./python-assertions.js";
import {
  conditionalIn,
  definitionsBelow,
  definitionsIn,
  isEmptyBody,
  isSkipped,
  openingComments,
  type PythonDefinition,
  skipsAll,
} from "./python-definitions.js";
import { pythonLinks, pythonMentions } from "./python-links.js";
import { allTags, tagsOf } from "./python-tags.js";

type Suite = {
  readonly titles: readonly string[];
  readonly clauses: readonly TagSite[];
  readonly skipped: boolean;
  /** Below a condition that only running decides. */
  readonly conditional: boolean;
};

type TestedModule = {
  readonly module: PythonModule;
  readonly library: PythonLibrary;
  /** The names that every test of the file can use, fixtures included. */
  shared(): readonly NameLink[];
};

/** The tests that pytest and unittest would collect from a file. */
export function collectPythonTests(module: PythonModule, library: PythonLibrary): TestFile {
  const isTest = (node: PythonNode) => node !== module.root && /^test/.test(childOf(node, "name")?.text ?? "");
  const file = { module, library, shared: once(() => pythonLinks(module.root, isTest)) };
  const outside: Suite = { titles: [], clauses: [], skipped: skipsAll(module.root), conditional: false };
  const tests = testsIn(module.root, definitionsIn(module.root), outside, file);
  return { tests, outside: assertionsOutside(file), tags: allTags(module.root) };
}

function testsIn(
  block: PythonNode,
  definitions: readonly PythonDefinition[],
  around: Suite,
  file: TestedModule,
): TestCase[] {
  const own = definitions.flatMap((definition, index) => {
    const inside: Suite = {
      ...around,
      titles: [...around.titles, definition.name],
      clauses: [...around.clauses, ...tagsOf(definition)],
      skipped: around.skipped || isSkipped(definition),
    };
    if (definition.node.type === "class_definition") {
      if (!isTestClass(definition, file)) return [];
      const skipped = inside.skipped || skipsAll(definition.body);
      const members = definitionsIn(definition.body, openingComments(definition));
      return testsIn(definition.body, members, { ...inside, skipped }, file);
    }
    if (!/^test/.test(definition.name)) return [];
    const replaced = definitions.slice(index + 1).find(({ name }) => name === definition.name);
    return [describeTest(definition, inside, file, replaced)];
  });
  const { values } = file.library.judged(file.module);
  const below = conditionalIn(block).flatMap(({ block: inner, test }) => {
    const conditional = around.conditional || test === undefined || values.truthOf(test) !== true;
    return testsIn(inner, definitionsIn(inner), { ...around, conditional }, file);
  });
  return [...own, ...below];
}

function describeTest(
  definition: PythonDefinition,
  suite: Suite,
  { module, library, shared }: TestedModule,
  replaced: PythonDefinition | undefined,
): TestCase {
  const { node, name, body, decorators } = definition;
  const assertions = pythonAssertions(body, module, library);
  const asserting = new Set(assertions.map((assertion) => assertion.node));
  const links = once(() => [...pythonLinks(body, (child) => asserting.has(child)), ...shared()]);
  const mentions = pythonMentions(node, ...decorators);
  const subjects = subjectNames(module, decorators);
  const judged = library.judged(module);
  const shield = once(() => (replaced === undefined ? shieldOf(definition, judged) : replacedBy(replaced, node)));
  return {
    name: suite.titles.join(" > "),
    title: name,
    line: node.line,
    clauses: [...new Map(suite.clauses.map((tag) => [tag.clauseId, tag])).values()],
    skipped: suite.skipped,
    ...(suite.conditional ? { conditional: true } : {}),
    empty: isEmptyBody(body),
    hasSubtests: false,
    assertions: assertions.map((assertion) =>
      describeAssertion(assertion, { path: module.path, links, shield, judged, around: node }),
    ),
    usesSubject: [...restsOn(mentions, shared()).names].some((used) => subjects.has(used)),
    words: [...suite.titles.map((title) => title.replaceAll("_", " ")), ...mentions.names],
  };
}

function replacedBy({ node: { line }, name }: PythonDefinition, { line: at }: PythonNode): Strength {
  const why = `another ${name} at line ${line} replaces it`;
  return { verdict: "void", missing: "run", line: at, why, instead: "Give each test a name of its own." };
}

/** Assertions at top level, in fixtures and in hooks: they are in no test. */
function assertionsOutside({ module, library, shared }: TestedModule): Assertion[] {
  const judged = library.judged(module);
  const isDefined = ({ type }: PythonNode) =>
    /^(?:function_definition|class_definition|decorated_definition)$/.test(type);
  const atTop = pythonAssertions(module.root, module, library, isDefined);
  const inHooks = definitionsBelow(module.root)
    .filter(
      ({ node, name, decorators }) =>
        node.type === "function_definition" && (isHookName(name) || isFixture(decorators)),
    )
    .flatMap(({ body, node }) => pythonAssertions(body, module, library).map((found) => ({ found, node })));
  const all = [...atTop.map((found) => ({ found, node: module.root })), ...inHooks];
  return all.map(({ found, node }) =>
    describeAssertion(found, { path: module.path, links: shared, shield: () => undefined, judged, around: node }),
  );
}

const TEST_LIBRARIES =
  /^(?:pytest|unittest|mock|hypothesis|doctest|nose|freezegun|responses|syrupy|typing|hamcrest|assertpy|expects|sure|(?:numpy|pandas)\.testing)(?:\.|$)/;

/** Imported names that a test can be about: neither from a test library nor patched above it. */
function subjectNames({ imports }: PythonModule, decorators: readonly PythonNode[]): Set<string> {
  const patches = decorators.filter(({ text }) => /\bpatch\b/.test(text)).map(({ text }) => text);
  const isPatched = (alias: string) => patches.some((text) => new RegExp(`\\.${alias}["']`).test(text));
  return new Set(
    [...imports]
      .filter(([alias, { specifier }]) => !TEST_LIBRARIES.test(specifier) && !isPatched(alias))
      .map(([alias]) => alias),
  );
}

type Described = {
  readonly path: string;
  readonly links: () => readonly NameLink[];
  readonly shield: () => Strength | undefined;
  readonly judged: JudgedPython;
  /** The definition of the test. */
  readonly around: PythonNode;
};

function describeAssertion(placed: PythonAssertion, { path, links, shield, judged, around }: Described): Assertion {
  const { node, type, nature, helpers, guarded } = placed;
  return {
    path,
    line: node.line,
    type,
    text: shorten(node.text),
    nature,
    compares: () => pythonComparedText(node),
    strength: once(
      (): Strength => shield() ?? onPythonSubject(placed.own(), placed.origin(), node, { ...judged, around }),
    ),
    restsOn: once(() => {
      const own = restsOn(pythonMentions(node, ...(guarded === undefined ? [] : [guarded])), links());
      const through = pythonMentions(...helpers);
      return { names: new Set([...own.names, ...through.names]), literals: [...own.literals, ...through.literals] };
    }),
  };
}
