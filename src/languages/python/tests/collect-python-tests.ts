import { once } from "../../once.js";
import { shorten } from "../../shorten.js";
import type { Assertion, TagSite, TestCase, TestFile } from "../../source-file.js";
import { type NameLink, restsOn } from "../../test-reading/name-links.js";
import { COUNTS, type Standing } from "../../test-reading/standing.js";
import type { PythonModule } from "../python-module.js";
import { childOf, type PythonNode } from "../python-node.js";
import { isTestClass } from "./is-test-class.js";
import { type PythonAssertion, type PythonLibrary, pythonAssertions } from "./python-assertions.js";
import { definitionsIn, isEmptyBody, isSkipped, openingComments, type PythonDefinition } from "./python-definitions.js";
import { pythonLinks, pythonMentions } from "./python-links.js";
import { allTags, tagsOf } from "./python-tags.js";

type Suite = { readonly titles: readonly string[]; readonly clauses: readonly TagSite[]; readonly skipped: boolean };

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
  const outside: Suite = { titles: [], clauses: [], skipped: false };
  return { tests: testsIn(definitionsIn(module.root), outside, file), outside: [], tags: allTags(module.root) };
}

function testsIn(definitions: readonly PythonDefinition[], around: Suite, file: TestedModule): TestCase[] {
  return definitions.flatMap((definition) => {
    const inside: Suite = {
      titles: [...around.titles, definition.name],
      clauses: [...around.clauses, ...tagsOf(definition)],
      skipped: around.skipped || isSkipped(definition),
    };
    if (definition.node.type === "class_definition") {
      return isTestClass(definition, file)
        ? testsIn(definitionsIn(definition.body, openingComments(definition)), inside, file)
        : [];
    }
    return /^test/.test(definition.name) ? [describeTest(definition, inside, file)] : [];
  });
}

function describeTest(definition: PythonDefinition, suite: Suite, { module, library, shared }: TestedModule): TestCase {
  const { node, name, body, decorators } = definition;
  const assertions = pythonAssertions(body, module, library);
  const asserting = new Set(assertions.map((assertion) => assertion.node));
  const links = once(() => [...pythonLinks(body, (child) => asserting.has(child)), ...shared()]);
  const mentions = pythonMentions(node, ...decorators);
  const subjects = subjectNames(module, decorators);
  return {
    name: suite.titles.join(" > "),
    title: name,
    line: node.line,
    clauses: [...new Map(suite.clauses.map((tag) => [tag.clauseId, tag])).values()],
    skipped: suite.skipped,
    empty: isEmptyBody(body),
    hasSubtests: false,
    assertions: assertions.map((assertion) => describeAssertion(assertion, module, { links, subjects })),
    usesSubject: [...restsOn(mentions, shared()).names].some((used) => subjects.has(used)),
    words: [...suite.titles.map((title) => title.replaceAll("_", " ")), ...mentions.names],
  };
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

const COMPARE = "Call the module in the test, and compare what it gives.";

function describeAssertion(
  placed: PythonAssertion,
  { path }: PythonModule,
  { links, subjects }: { readonly links: () => readonly NameLink[]; readonly subjects: ReadonlySet<string> },
): Assertion {
  const { node, type, nature, helpers, guarded } = placed;
  const rests = once(() => {
    const own = restsOn(pythonMentions(node, ...(guarded === undefined ? [] : [guarded])), links());
    const through = pythonMentions(...helpers);
    return { names: new Set([...own.names, ...through.names]), literals: [...own.literals, ...through.literals] };
  });
  return {
    path,
    line: node.line,
    type,
    text: shorten(node.text),
    nature,
    compares: () => ({ actual: node.text, expected: "" }),
    standing: once((): Standing => {
      if (nature === "tautology")
        return {
          verdict: "void",
          missing: "fail",
          line: node.line,
          why: "it cannot fail, or never runs",
          instead: COMPARE,
        };
      if (subjects.size === 0 || [...rests().names].some((name) => subjects.has(name))) return COUNTS;
      // A constant below a branch says "got here".
      if (pythonMentions(node).names.size === 0) return COUNTS;
      const why = "what it compares does not come from a call of the module";
      return { verdict: "void", missing: "subject", line: node.line, why, instead: COMPARE };
    }),
    restsOn: rests,
  };
}
