import { nameTests } from "../../../domain/validation/name-tests.js";
import { createSourceReader } from "../../../languages/create-source-reader.js";
import { escapePattern } from "../../../languages/imports/ignored-paths.js";
import type { BrokenRun, RanTest } from "../../execution-facts.js";
import type { GateContext } from "../../gate-context.js";
import { type Finding, finding, type Validator } from "../../validator.js";
import { noTestsWithout } from "./no-tests-without.js";
import { wrongCause } from "./red-cause.js";

/**
 * Red is real: the tests fail at the base, by assertion or because the module is missing (decisions.md#the-validators).
 */
export const testFailsBeforeImplementation: Validator = {
  code: "TEST_FAILS_BEFORE_IMPLEMENTATION",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT"],
  part: "execute",
  fix: "Write tests that only an implementation can make pass, and that fail by an assertion or by the missing module. Repair what fails for another reason: syntax, set-up, a missing dependency.",
  check(context) {
    const run = context.execution?.red;
    if (run === undefined || run === null) return finding("NOT_RUN", "The tests were not run at the base");
    if (run.broken !== null) return judgeBroken(run.broken, context);
    const ran = run.tests.filter(({ status }) => status !== "skipped");
    if (ran.length === 0)
      return finding("VACUOUS", "No test ran at the base", { details: { tests: run.tests.length } });
    return judgeRan(ran, context);
  },
};

function judgeBroken({ failure, output, setup }: BrokenRun, context: GateContext): Finding {
  const details = { failure, output };
  if (setup !== undefined) return finding("FAILED", noTestsWithout(`${setup} at the base`), { details });
  const cause = failure === "missing-module" || failure === "assertion" ? wrongCause(output, context) : undefined;
  if (cause !== undefined)
    return finding("FAILED", `The tests fail at the base for another reason than the module: ${cause}`, { details });
  if (failure === "missing-module")
    return finding("PASSED", "All tests fail at the base: the module is missing", { details });
  if (failure === "assertion") return finding("PASSED", "All tests fail at the base, by assertion", { details });
  return finding("FAILED", `The test file is broken at the base (${failure}), which proves nothing`, { details });
}

function judgeRan(ran: readonly RanTest[], context: GateContext): Finding {
  const failed = ran.filter(({ status }) => status === "failed");
  const brokenTests = failed
    .filter(({ failure }) => failure === "syntax" || failure === "setup")
    .map(({ name }) => name);
  const causes = failed.flatMap(({ name, failure, output }) => {
    const cause = failure === "syntax" || failure === "setup" ? undefined : wrongCause(output ?? "", context);
    return cause === undefined ? [] : [{ name, cause }];
  });
  const passing = ran.filter(({ status }) => status === "passed").map(({ name }) => name);
  const details = {
    failed: failed.length,
    passingTests: passing,
    brokenTests,
    ...(causes.length === 0 ? {} : { otherCauses: causes }),
  };
  if (brokenTests.length > 0) {
    return finding(
      "FAILED",
      `${brokenTests.length} test(s) fail at the base by syntax or set-up, which proves nothing`,
      { details },
    );
  }
  const [first] = causes;
  if (first !== undefined) {
    const message = `${causes.length} test(s) fail at the base for another reason than the module: ${first.cause}`;
    return finding("FAILED", message, { details });
  }
  if (failed.length === 0 && changesNoInterface(context)) {
    const message =
      "All tests pass at the base; the interface is unchanged (same fingerprint), so red may be impossible";
    return finding("SKIPPED", message, { details });
  }
  if (failed.length === 0)
    return finding("FAILED", `All ${ran.length} test(s) pass before the implementation`, { details });
  if (passing.length > 0 && isNew(context)) {
    return finding("FAILED", `${passing.length} test(s) pass before the module exists`, { details });
  }
  const early = passing.filter(isNewTest(context));
  if (early.length > 0) {
    return finding("FAILED", nameTests(`${early.length} new test(s) pass before the change`, early), { details });
  }
  return finding("PASSED", `${failed.length} of ${ran.length} test(s) fail at the base, as they must`, { details });
}

/** Whether a test was not at the base: whatever held before may still hold, and what is new must fail. */
function isNewTest({ base, manifest }: GateContext): (name: string) => boolean {
  const { testFile } = manifest;
  const sources = createSourceReader(base);
  if (base.read(testFile) === undefined) return () => true;
  if (sources.languageOf(testFile) === undefined || sources.problems(testFile).length > 0) return () => false;
  const known = sources.tests(testFile).tests.map(({ name }) => patternOf(name));
  return (name) => !known.some((pattern) => pattern.test(name));
}

/** A title with a part that is known at run time only stands for every title of that form. */
function patternOf(name: string): RegExp {
  const parts = name.split(/\$\{[^}]*\}|%[a-z]|\$\w+/).map(escapePattern);
  return new RegExp(`^${parts.join(".*")}(?:\\[.*\\]|\\s*[#(\\[].*)?$`, "s");
}

/** Only with an unchanged fingerprint (decisions.md#red-is-judged-before-the-module). */
function changesNoInterface({ contract, previousFingerprint }: GateContext): boolean {
  return contract.kind === "read" && contract.fingerprint !== null && contract.fingerprint === previousFingerprint;
}

/** The module did not exist before, so no test of it could have passed. */
function isNew({ manifest }: GateContext): boolean {
  const sources = manifest.files.filter(({ path }) => path !== manifest.testFile);
  return sources.length > 0 && sources.every(({ action }) => action === "CREATE");
}
