import type { ModuleTestRun } from "../execution-facts.js";
import { boundOutput } from "../readers/bound-output.js";
import { classifyFailure } from "../readers/classify-failure.js";
import type { ReportedRun } from "../readers/reported-run.js";
import { ranTest, titleOf } from "../readers/test-name.js";
import { CANARY_WORDS } from "./canary.js";
import type { TestsRun } from "./run-tests.js";

/** The results of one test file's run, by the names of the test inventory. An untrusted result is broken. */
export function moduleTestRun(run: TestsRun, file: { readonly path: string; readonly root: string }): ModuleTestRun {
  const { command } = run;
  const broken = (why: string, words: string): ModuleTestRun => {
    const failure = classifyFailure({ text: words, phase: "collecting", testFile: file.path, root: file.root });
    return { command, tests: [], broken: { failure, output: boundOutput(`${why}\n${words}`) }, assertions: null };
  };
  if (!run.reported.ok) return broken(run.reported.refusal.message, run.run.tail);
  const { tests, broken: files, assertions } = ofFile(run.reported.value, file.path);
  if (tests.length > 0 && (run.canary === "passed" || run.canary === "absent")) {
    const output = CANARY_WORDS[run.canary];
    return { command, tests: [], broken: { failure: "setup", output }, assertions: null };
  }
  const [first] = files;
  return {
    command,
    tests: tests.map((test) => ranTest(test, titleOf(test))),
    broken: first === undefined ? null : { failure: first.failure, output: first.output },
    assertions,
  };
}

/** A runner that cannot run a single file reports other files, too. If it names no file, the whole report counts. */
function ofFile(run: ReportedRun, path: string): ReportedRun {
  const known = run.tests.some(({ file }) => file === path) || run.broken.some(({ file }) => file === path);
  if (!known) return run;
  return {
    ...run,
    tests: run.tests.filter(({ file }) => file === path),
    // A failure without a file belongs to this file's run.
    broken: run.broken.filter(({ file }) => file === path || file === null),
  };
}
