import type { BrokenRun, RanTest } from "../../execution-facts.js";
import type { GateContext } from "../../gate-context.js";
import { type Finding, finding, type Validator } from "../../validator.js";
import { noTestsWithout } from "./no-tests-without.js";

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
    if (run.broken !== null) return judgeBroken(run.broken);
    const ran = run.tests.filter(({ status }) => status !== "skipped");
    if (ran.length === 0)
      return finding("VACUOUS", "No test ran at the base", { details: { tests: run.tests.length } });
    return judgeRan(ran, context);
  },
};

function judgeBroken({ failure, output, setup }: BrokenRun): Finding {
  const details = { failure, output };
  if (setup !== undefined) return finding("FAILED", noTestsWithout(`${setup} at the base`), { details });
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
  const passing = ran.filter(({ status }) => status === "passed").map(({ name }) => name);
  const details = { failed: failed.length, passingTests: passing, brokenTests };
  if (brokenTests.length > 0) {
    return finding(
      "FAILED",
      `${brokenTests.length} test(s) fail at the base by syntax or set-up, which proves nothing`,
      { details },
    );
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
  return finding("PASSED", `${failed.length} of ${ran.length} test(s) fail at the base, as they must`, { details });
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
