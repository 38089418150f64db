import type { FailureClass } from "../execution-facts.js";
import { calledInVain, misusesTestLibrary } from "./called-in-vain.js";
import { isThrownOutsideTestClass } from "./java-frames.js";
import { isOwnPythonModule, lacksPythonMember, PYTHON_PLACE, withoutPythonSource } from "./python-words.js";

/** The facts about a failure: its text, its phase, and its test file. */
export type FailureFacts = {
  /** Name, message and stack, as printed. */
  readonly text: string;
  /** `collecting`: before any test of the file could run. `hook`: in set-up or tear-down. */
  readonly phase: "collecting" | "hook" | "test";
  readonly testFile: string | null;
  /** For runners that name the test's class but no file, such as Surefire. */
  readonly testClass?: string;
  readonly root: string;
  /** Existing and planned files. Without them every Python module counts as the repository's. */
  readonly ownFiles?: readonly string[] | undefined;
};

// Every repetition has a bound or a definite end, because tests print arbitrary text.
const ASSERTION = [
  /\bERR_ASSERTION\b/,
  /\b(?:AssertionError|AssertionFailedError|ComparisonFailure|JestAssertionError)\b/,
  /^E\s+assert\b/m,
  /\bassertion `?.{0,500}failed\b/,
  /\bexpect\(.{0,500}\)\.(?:not\.)?(?:to|resolves|rejects)/,
  /\bDID NOT (?:RAISE|WARN)\b/,
  // How our reporter for tape reports a failed assertion.
  /^[ \t]*operator: \w+$/m,
  // A test that fails only because of its subtests.
  /^\d+ subtests? failed$/,
];

/** The module under test, or one of its exports, does not exist yet. A missing package is a broken set-up. */
const MISSING_PART = [
  /does not provide an export named/,
  /\bcannot import name\b/,
  /\bmodule '[^']*' has no attribute\b/,
  /\berror\[E0(?:432|433|425|412|405|422|423|531|583|599)\]/,
  /\bundefined: \w+/,
  /\bcannot find symbol\b/,
  /\bpackage [\w.]+ does not exist\b/,
  /\bno required module provides package\b/,
  /\bpackage \S+ is not in (?:std|GOROOT)\b/,
];
export const MISSING_FILE =
  /(?:Cannot find module|Failed to load url|Failed to resolve import|Could not resolve|Cannot resolve module) ['"]?([^'"\s)]+)/;
const MISSING_PYTHON = /(?:ModuleNotFoundError: )?No module named '([^']+)'/;

const SYNTAX = [
  /\bSyntaxError\b/,
  /\b(?:IndentationError|TabError)\b/,
  /\b(?:Transform failed|Parse failure|PARSE_ERROR|Unexpected token|Unterminated|Failed to parse source)\b/,
  /\bexpected (?:one of|expression|item|'[^']+', found)\b/,
  /\bsyntax error\b/i,
  /\berror: (?:';' expected|illegal start|class, interface|reached end of file)/,
];

/** Whether a text says that an assertion failed. */
export function saysAssertion(text: string): boolean {
  return ASSERTION.some((pattern) => pattern.test(text));
}

/** Why a test failed, according to its text. Only the first two make red real (decisions.md#the-validators). */
export function classifyFailure(printed: FailureFacts): FailureClass {
  const facts = { ...printed, text: withoutPythonSource(printed.text) };
  const { text, phase } = facts;
  if (misusesTestLibrary(text)) return "setup";
  if (isMissingPart(facts)) return "missing-module";
  if (phase === "collecting") return SYNTAX.some((pattern) => pattern.test(text)) ? "syntax" : "setup";
  if (phase === "hook") return "setup";
  if (saysAssertion(text)) return "assertion";
  // An error from the code under test is unexpected behaviour. An error of the test itself is not.
  return isThrownOutsideTests(facts) || isThrownOutsideTestClass(facts) ? "assertion" : "setup";
}

function isMissingPart({ text, phase, root, ownFiles }: FailureFacts): boolean {
  if (MISSING_PART.some((pattern) => pattern.test(text))) return true;
  // In a hook, a missing method may as well be one of the test's own server or client.
  if (calledInVain(text).some((names) => phase !== "hook" || names.length === 1)) return true;
  if (phase !== "hook" && lacksPythonMember(text)) return true;
  const file = MISSING_FILE.exec(text)?.[1];
  if (file !== undefined) return isOfRepository(file, root);
  const module = MISSING_PYTHON.exec(text)?.[1];
  return module !== undefined && isOwnPythonModule(module, ownFiles);
}

/** `./parse.js`, `/work/src/parse.js` and `@/parse` are files of the repository; `lodash` is a package. */
function isOfRepository(specifier: string, root: string): boolean {
  if (/^\.{1,2}\//.test(specifier) || /^[@~]\//.test(specifier) || specifier.startsWith("src/")) return true;
  const path = specifier.replace(/^file:\/\//, "");
  return path.startsWith(`${root}/`) && !path.includes("/node_modules/");
}

const FRAME = /(?:\(|at |File "|^)((?:file:\/\/)?\/[^\s():"]+)(?::\d+|", line \d+)/gm;

function isThrownOutsideTests({ text, root, testFile }: FailureFacts): boolean {
  if (testFile === null) return false;
  const raised = [...text.matchAll(PYTHON_PLACE)].at(-1)?.[1];
  if (raised !== undefined) return raised !== testFile;
  const first = [...text.matchAll(FRAME)]
    .map((match) => (match[1] ?? "").replace(/^file:\/\//, ""))
    .find((file) => file.startsWith(`${root}/`) && !file.includes("/node_modules/"));
  return first !== undefined && first !== `${root}/${testFile}`;
}
