import type { Mentions } from "./test-reading/name-links.js";
import type { Strength } from "./test-reading/strength.js";

export type SyntaxProblem = { readonly line: number; readonly message: string };

/** One `@clause` tag: the id as it is written, well formed or not. */
export type TagSite = { readonly clauseId: string; readonly line: number };

/**
 * The subject of an assertion: a value, a failure (something throws, an error is returned), a snapshot, a mock. A
 * `tautology` cannot fail; `count` states how many other assertions must run.
 */
export type AssertionNature = "value" | "failure" | "snapshot" | "mock" | "tautology" | "count";

/** One assertion of a test, its own or that of a called helper. */
export type Assertion = {
  readonly path: string;
  readonly line: number;
  /** Its style: `expect`, `assert`, `should`, `t`, `unittest`, `pytest`. */
  readonly type: string;
  /** Shortened: `deepEqual(parse(x), ...)`. */
  readonly text: string;
  readonly nature: AssertionNature;
  /** What is compared with what, as it is written; `actual` is all of it where the two cannot be told apart. */
  compares(): { readonly actual: string; readonly expected: string };
  /** What it is worth as evidence. */
  strength(): Strength;
  /** Everything it rests on, through the variables of the test: `expect(result)` rests on the call that made `result`. */
  restsOn(): Mentions;
};

/** One test in its file. */
export type TestCase = {
  /**
   * Suites and title joined by " > ", as runners report it. A part that is only known at run time is written `${...}`.
   */
  readonly name: string;
  readonly title: string;
  readonly line: number;
  /** Above it, in it, in its title, or the same of an enclosing suite. */
  readonly clauses: readonly TagSite[];
  /** Marked as skipped or todo, itself or by an enclosing suite. */
  readonly skipped: boolean;
  /** Registered only under a condition that running decides: judged as not run. */
  readonly conditional?: boolean;
  /** Its body is empty. */
  readonly empty: boolean;
  /** It consists of tests of its own (`t.test`), and need not assert itself. */
  readonly hasSubtests: boolean;
  readonly assertions: readonly Assertion[];
  /** Whether it uses something that is neither its own, nor a mock, nor from a test library. */
  readonly usesSubject: boolean;
  /** Every name, and every word of a text, for a comparison with the task's words. */
  readonly words: readonly string[];
};

/** The tests of one file, and the code outside them. */
export type TestFile = {
  readonly tests: readonly TestCase[];
  /** Assertions in hooks, in fixtures and at top level. */
  readonly outside: readonly Assertion[];
  /** Every tag of the file, attached to a test or not. */
  readonly tags: readonly TagSite[];
};

/** One import. */
export type ImportSite = {
  readonly line: number;
  /** As written: `./tag.js`, `zod`, `..pkg.module`. */
  readonly specifier: string;
  /** Names that must be exported there, including `*` and the default (`default`). */
  readonly names: readonly string[];
  /** What is taken of it by its whole name: `b` of `import * as a`, where `a.b` is read. */
  readonly members?: readonly string[];
  /** Whether it is for types only, and leaves no trace at run time. */
  readonly typeOnly: boolean;
  /** The code is prepared for its absence: `try: import a` with `except ImportError`. */
  readonly optional?: boolean;
};

/** The exports of a file. */
export type ExportSurface = {
  readonly names: ReadonlySet<string>;
  /** Files that are re-exported whole (`export * from`), as written. */
  readonly stars: readonly string[];
  /**
   * Names that are re-exported one by one: `export { a as b } from`, or imported and exported again. `*` is a whole
   * file under one name.
   */
  readonly passedOn: readonly { readonly name: string; readonly original: string; readonly specifier: string }[];
  /** Its exports are assigned in a way that only running the code can show. */
  readonly opaque: boolean;
};
