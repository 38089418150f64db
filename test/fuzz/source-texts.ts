/** Sources as the App looks at them: each question is a parser of its own, as each file is read anew for it. */
import { readdirSync, readFileSync } from "node:fs";
import { exportsOf } from "../../src/languages/exports/exports.js";
import { signaturesOf } from "../../src/languages/signatures.js";
import { testsIn } from "../../src/languages/tests-in.js";
import { grown } from "./grown.js";
import type { Parser } from "./parsers.js";
import type { Allowance } from "./try-input.js";

/**
 * What models write and what stands in anybody's repository is read by a compiler and a grammar that are not ours, and that
 * guess what was meant where a text makes no sense. Neither is asked while GitHub waits for an answer, and both are cut off.
 */
export const SOURCE_ALLOWED: Allowance = { cpuMs: 1_000, mebibytes: 128 };

const FIXTURES = new URL("../../fixtures/fuzz/", import.meta.url);

function corpusOf(language: string): string[] {
  const folder = new URL(`${language}/`, FIXTURES);
  return [
    ...readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8")),
    ...grown(new URL(`grown-${language}.yml`, FIXTURES)),
  ];
}

const SCRIPTS = corpusOf("script");
const PYTHON = corpusOf("python");

export const PARSERS: readonly Parser[] = [
  { name: "script-exports", parse: (text) => exportsOf("a.ts", new Map([["a.ts", text]])), corpus: SCRIPTS },
  { name: "script-signatures", parse: (text) => signaturesOf("a.tsx", text), corpus: SCRIPTS },
  { name: "script-tests", parse: (text) => testsIn("a.test.js", text), corpus: SCRIPTS },
  { name: "python-exports", parse: (text) => exportsOf("a.py", new Map([["a.py", text]])), corpus: PYTHON },
  { name: "python-signatures", parse: (text) => signaturesOf("a.py", text), corpus: PYTHON },
  { name: "python-tests", parse: (text) => testsIn("test_a.py", text), corpus: PYTHON },
];
