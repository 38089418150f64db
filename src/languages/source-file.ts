import type { Mentions } from "./test-reading/name-links.js";

export type SyntaxProblem = { readonly line: number; readonly message: string };

/** One `@clause` tag: the id as it is written, well formed or not. */
export type TagSite = { readonly clauseId: string; readonly line: number };

/**
 * What an assertion looks at: a value, a failure (something throws, an error comes back), a snapshot, a mock; a
 * `tautology` cannot fail; `count` says how many others must run.
 */
export type AssertionNature = "value" | "failure" | "snapshot" | "mock" | "tautology" | "count";

/** One assertion of a test, its own or that of a helper it calls. */
export type Assertion = {
  readonly path: string;
  readonly line: number;
  /** How it is written: `expect`, `assert`, `should`, `t`, `unittest`, `pytest`. */
  readonly type: string;
  /** Shortly: `deepEqual(parse(x), ...)`. */
  readonly text: string;
  readonly nature: AssertionNature;
  /** Everything it rests on, through the variables of the test: `expect(result)` rests on the call that made `result`. */
  restsOn(): Mentions;
};

/** One test as it stands in its file. */
export type TestCase = {
  /** Suites and title joined by " > ", as runners report it. What is only known at run time is written `${...}`. */
  readonly name: string;
  readonly title: string;
  readonly line: number;
  /** Above it, in it, in its title, or the same of a suite around it. */
  readonly clauses: readonly TagSite[];
  /** Marked as skipped or to do, itself or by a suite around it. */
  readonly skipped: boolean;
  /** Nothing at all in its body. */
  readonly empty: boolean;
  /** It is made of tests of its own (`t.test`), and need not assert itself. */
  readonly hasSubtests: boolean;
  readonly assertions: readonly Assertion[];
  /** Whether it uses anything that is neither its own, nor a mock, nor of a test library. */
  readonly usesSubject: boolean;
  /** Every name and every word of a text in it, for a comparison with the task's words. */
  readonly words: readonly string[];
};

/** The tests of one file and what stands outside them. */
export type TestFile = {
  readonly tests: readonly TestCase[];
  /** Every tag of the file, attached to a test or not. */
  readonly tags: readonly TagSite[];
};

/** One thing imported from elsewhere. */
export type ImportSite = {
  readonly line: number;
  /** As written: `./tag.js`, `zod`, `..pkg.module`. */
  readonly specifier: string;
  /** Names that must be exported there; `*` and the default (`default`) included. */
  readonly names: readonly string[];
  /** Whether it is for types only, and leaves no trace at run time. */
  readonly typeOnly: boolean;
};

/** What a file offers to others. */
export type ExportSurface = {
  readonly names: ReadonlySet<string>;
  /** Files whose exports are passed on whole (`export * from`), as written. */
  readonly stars: readonly string[];
  /** Names passed on one by one: `export { a as b } from`, or imported and exported again; `*` is a whole file under one name. */
  readonly passedOn: readonly { readonly name: string; readonly original: string; readonly specifier: string }[];
  /** It assigns its exports in a way that cannot be read without running it. */
  readonly opaque: boolean;
};
