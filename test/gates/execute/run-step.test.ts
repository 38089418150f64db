import { expect, it } from "vitest";
import { isBlocking } from "../../../src/domain/validation/gate-status.js";
import { withoutCommand } from "../../../src/gates/execute/run-step.js";

const none = { kind: "none", name: "coverage", reason: "Rust needs a command of your own" } as const;

it("a gate run skips a step that the repository does not have, and says why", () => {
  expect(withoutCommand(none)).toMatchObject({ status: "SKIPPED", required: false, output: none.reason });
});

it.each([
  [true, "NOT_RUN", true],
  [false, "WARNING", false],
] as const)("a gate run does not skip one that is asked for: required %s gives %s", (required, status, blocks) => {
  const result = withoutCommand({ ...none, asked: { required } });
  expect(result).toMatchObject({ status, required, output: expect.stringContaining(none.reason) });
  expect(isBlocking(result.status)).toBe(blocks);
});
