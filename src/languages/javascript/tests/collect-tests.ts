import { ts } from "../../compiler.js";
import { once } from "../../once.js";
import { shorten } from "../../shorten.js";
import type { Assertion, TagSite, TestCase, TestFile } from "../../source-file.js";
import { type NameLink, restsOn } from "../../test-reading/name-links.js";
import { COUNTS } from "../../test-reading/strength.js";
import { functionAround } from "../flow/awaited.js";
import { comparedText, expectedToFail, isAfterFailure, onSubject, showsSilence } from "../flow/strength-of.js";
import { testFrame } from "../flow/test-frame.js";
import { lineOf } from "../parse-script.js";
import type { Script } from "../script.js";
import { TEST_LIBRARIES } from "./assertion-words.js";
import { collectAssertions, type PlacedAssertion, type ScriptLibrary } from "./collect-assertions.js";
import { type DeclaredTest, declaredTests, statementOf } from "./declared-test.js";
import { linksIn, mentionsOf } from "./script-links.js";
import { type CommentTag, commentTags } from "./script-tags.js";

/** The tests of one JavaScript or TypeScript file. */
export function collectTests(script: Script, library: ScriptLibrary): TestFile {
  const comments = commentTags(script.source);
  const { tests, titleTags } = declaredTests(script, comments);
  const bodies = new Set(tests.flatMap(({ body }) => (body === undefined ? [] : [body])));
  const file = {
    script,
    library,
    attached: attachedTags(tests, comments),
    shared: once(() => linksIn(script.source, bodies)),
    subjects: subjectNames(script),
  };
  return {
    tests: tests.map((test) => describeTest(test, file)).sort((a, b) => a.line - b.line),
    outside: assertionsOutside(bodies, file),
    tags: [...comments.map(({ clauseId, line }) => ({ clauseId, line })), ...titleTags],
  };
}

/** What is asserted in hooks and at top level: wherever no test is. */
function assertionsOutside(bodies: ReadonlySet<ts.Node>, { script, library, shared }: TestedFile): Assertion[] {
  const isInTest = (node: ts.Node) => {
    for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) if (bodies.has(at)) return true;
    return false;
  };
  const isInHelper = (node: ts.Node) => {
    const owner = functionAround(node);
    return owner !== undefined && !ts.isCallExpression(owner.parent);
  };
  const contexts = new Set<string>();
  return collectAssertions(script.source, { script, contexts, library })
    .filter(({ node }) => !isInTest(node) && !isInHelper(node))
    .map((placed) => ({ ...describeAssertion(placed, script, shared), strength: () => COUNTS }));
}

type TestedFile = {
  readonly script: Script;
  readonly library: ScriptLibrary;
  readonly attached: ReadonlyMap<DeclaredTest, readonly TagSite[]>;
  /** The names that every test of the file can use. */
  shared(): readonly NameLink[];
  readonly subjects: ReadonlySet<string>;
};

function describeTest(test: DeclaredTest, file: TestedFile): TestCase {
  const { script, library, attached, shared, subjects } = file;
  const { body, contexts } = test;
  const identity = {
    name: test.titles.join(" > "),
    title: test.title,
    line: lineOf(script.source, test.call.getStart()),
    clauses: uniqueTags([...test.clauses, ...(attached.get(test) ?? [])]),
    skipped: test.skipped,
    ...(test.conditional ? { conditional: true } : {}),
    hasSubtests: test.hasSubtests,
  };
  if (body === undefined) {
    return { ...identity, empty: false, assertions: [], usesSubject: false, words: [...test.titles] };
  }
  const placed = collectAssertions(body, { script, contexts, library });
  const links = once(() => [...linksIn(body, new Set(placed.map(({ node }) => node))), ...shared()]);
  const frame = once(() => testFrame(body, library.judged(script)));
  const { names } = mentionsOf(body);
  const isSubject = (name: string) => subjects.has(name);
  return {
    ...identity,
    empty: ts.isBlock(body) && body.statements.length === 0,
    assertions: placed.map((assertion) => ({
      ...describeAssertion(assertion, script, links),
      strength: once(() =>
        test.inverted
          ? expectedToFail(test.call)
          : onSubject(assertion.own(), assertion.origin(), assertion.node, frame()),
      ),
    })),
    usesSubject:
      [...names].some(isSubject) ||
      LOADS.test(body.getText()) ||
      [...restsOn({ names, literals: [] }, shared()).names].some(isSubject),
    words: [...test.titles, ...names],
  };
}

/** The tags above each test and in it, but not those of a nested test. */
function attachedTags(
  tests: readonly DeclaredTest[],
  comments: readonly CommentTag[],
): Map<DeclaredTest, readonly TagSite[]> {
  // From the comments above its statement to its end.
  const spans = tests.map((test) => ({ test, from: statementOf(test.call).pos, to: test.call.end }));
  const attached = new Map<DeclaredTest, TagSite[]>();
  for (const comment of comments) {
    const around = spans
      .filter(({ from, to }) => from <= comment.at && comment.at < to)
      // The innermost test first, because its tags are not the outer one's.
      .sort((a, b) => a.to - a.from - (b.to - b.from));
    for (const { test } of around) {
      if (around.some((other) => other.test !== test && isInside(other.test.call, test.call))) continue;
      attached.set(test, [...(attached.get(test) ?? []), comment]);
    }
  }
  return attached;
}

function isInside(inner: ts.Node, outer: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

function uniqueTags(tags: readonly TagSite[]): TagSite[] {
  return [...new Map(tags.map(({ clauseId, line }) => [clauseId, { clauseId, line }])).values()];
}

/** Imported names that a test can be about: neither from a test library nor mocked. */
function subjectNames({ imports, mocked }: Script): Set<string> {
  const isSubject = (specifier: string) => !TEST_LIBRARIES.has(specifier) && !mocked.has(specifier);
  return new Set([...imports].filter(([, { specifier }]) => isSubject(specifier)).map(([name]) => name));
}

/** A module that the test loads, runs as a program or requests over the network is its subject, whatever its name. */
const LOADS = /\b(?:import|require|spawn|spawnSync|exec|execSync|fork|fetch)\s*\(/;

function describeAssertion(
  placed: PlacedAssertion,
  script: Script,
  links: () => readonly NameLink[],
): Omit<Assertion, "strength"> {
  const { node, type, nature, helpers } = placed;
  return {
    path: script.path,
    line: lineOf(script.source, node.getStart(script.source)),
    type,
    text: shorten(node.getText(script.source)),
    nature: nature === "value" && isAfterFailure(node) && showsSilence(node) === undefined ? "failure" : nature,
    compares: once(() => comparedText(node)),
    restsOn: once(() => {
      const own = restsOn(mentionsOf(node), links());
      const through = mentionsOf(...helpers);
      return {
        names: new Set([...own.names, ...through.names]),
        literals: [...own.literals, ...through.literals],
      };
    }),
  };
}
