import type { GateContext } from "../../gate-context.js";
import { type Finding, finding, type Validator } from "../../validator.js";

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
    if (lockedTests === null) return againstBase(context);
    const changed = [...lockedTests].filter(([path, blob]) => head.blob(path) !== blob).map(([path]) => path);
    return unchangedOr(changed, [...lockedTests.keys()].length);
  },
};

/** Without a linked red run, only the base is there to compare with. */
function againstBase({ manifest, base, head }: GateContext): Finding {
  const { testFile } = manifest;
  if (!base.has(testFile)) {
    const message = `No red run is linked, and ${testFile} is not at the base: nothing to compare with. Pass the red commit as base (--base)`;
    return finding("SKIPPED", message);
  }
  return unchangedOr(base.blob(testFile) === head.blob(testFile) ? [] : [testFile], 1);
}

function unchangedOr(changedTests: readonly string[], count: number): Finding {
  const details = { changedTests };
  if (changedTests.length === 0)
    return finding("PASSED", `${count} test file(s) unchanged since the red run`, { details });
  const places = changedTests.map((path) => ({ path, line: 1, message: "Changed since the red run" }));
  const message = `${changedTests.length} test file(s) changed since the red run: ${changedTests.join(", ")}`;
  return finding("FAILED", message, { details, places });
}
