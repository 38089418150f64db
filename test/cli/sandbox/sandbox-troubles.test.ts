import { expect, it } from "vitest";
import { knownToRecorded, reportSandboxTroubles } from "../../../src/cli/sandbox/sandbox-troubles.js";

const failed = (type: string, message: string) =>
  JSON.stringify({ level: 50, msg: "a job failed", err: { type, message, stack: "at file.js:1" } });
const away = failed("Error", "the model is away");
const unknown = failed("ModelUnavailable", "No recorded answer fits product/draft.1");
const NO_ANSWER =
  "The recorded model has no answer to what it is asked now: it knows the demo's SPEC.md and its story, nothing else. This product cannot go on; with --model anthropic any can.";

it.each([
  ["a failure is told without its JSON and its stack", [away], ["The App: a job failed: the model is away"]],
  ["what is tried again is told once", [away, away], ["The App: a job failed: the model is away"]],
  ["a question without a recording is told with what to do", [unknown, unknown], [NO_ANSWER]],
  ["what comes back is told again", [unknown, away, unknown], [NO_ANSWER, expect.any(String), NO_ANSWER]],
  ["what complains of nothing is not told", [JSON.stringify({ level: 30, msg: "started" }), ""], []],
])("in the sandbox, %s", (_what, lines, words) => {
  const told: string[] = [];
  const read = reportSandboxTroubles((said) => told.push(said), knownToRecorded({}));
  for (const line of lines) read(line);
  expect(told).toEqual(words);
});

it("the recordings of one's own are named where there are some", () => {
  expect(knownToRecorded({ REPLAY_FROM: "my/recordings" })).toBe("the recordings in my/recordings");
});
