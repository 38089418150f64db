import { supportFiles } from "../../../domain/contract/support-files.js";
import type { GateContext } from "../../gate-context.js";
import { type Finding, finding, type Validator } from "../../validator.js";
import { weakenedTests } from "./weakened-tests.js";

/** The tests are the same as in the red run (decisions.md#locked-at-red). */
export const testReadOnlyEnforcement: Validator = {
  code: "TEST_READ_ONLY_ENFORCEMENT",
  gate: 2,
  hard: true,
  runTypes: ["EXECUTION"],
  part: "judge",
  fix: "Restore the tests to what the red run judged, and change the implementation instead. If a test is wrong, go back to specifying: a new red run judges it.",
  check(context) {
    const { lockedTests, head } = context;
    const others = weakenedTests(context);
    if (others.length > 0) {
      const details = { changedTests: [], weakenedTests: others.map(({ path, message }) => `${path}: ${message}`) };
      const message = `${others.length} test(s) of other files are gone or weaker than before`;
      return finding("FAILED", message, { details, places: others, fix: OTHERS });
    }
    if (lockedTests === null) return againstBase(context);
    const changed = [...lockedTests].filter(([path, blob]) => head.blob(path) !== blob).map(([path]) => path);
    return unchangedOr(changed, [...lockedTests.keys()].length);
  },
};

const OTHERS =
  "Bring back each test named as it was, and make it pass. If what it asserts is to change, a person changes the plan: a file of tests may be deleted only where the manifest says DELETE.";

/** Without a linked red run, only the base is there to compare with. */
function againstBase({ manifest, base, head }: GateContext): Finding {
  const { testFile } = manifest;
  if (!base.has(testFile)) {
    const message = `No red run is linked, and ${testFile} is not at the base: nothing to compare with. Pass the red commit as base (--base)`;
    return finding("SKIPPED", message);
  }
  const tests = [testFile, ...supportFiles(manifest).filter((path) => base.has(path))];
  const changed = tests.filter((path) => base.blob(path) !== head.blob(path));
  return unchangedOr(changed, tests.length);
}

function unchangedOr(changedTests: readonly string[], count: number): Finding {
  const details = { changedTests };
  if (changedTests.length === 0)
    return finding("PASSED", `${count} test file(s) unchanged since the red run`, { details });
  const places = changedTests.map((path) => ({ path, line: 1, message: "Changed since the red run" }));
  const message = `${changedTests.length} test file(s) changed since the red run: ${changedTests.join(", ")}`;
  return finding("FAILED", message, { details, places });
}
