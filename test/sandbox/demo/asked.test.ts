import { expect, it } from "vitest";
import { newFactoryState } from "../../../src/engine/factory-state.js";
import { statusComment } from "../../../src/features/status/status-comment.js";
import { askedIn } from "../../../src/sandbox/demo/asked.js";

const NOW = "2026-03-01T12:00:00Z";
const FACTS = { spent: { known_usd: 0, unknown_cost_calls: 0 }, forecast_usd: 0, changed_files: [], fix_cycles: 0 };
const state = newFactoryState(7, { issue: 2, title: "Build", requester: "ada", lane: "full", requested_at: NOW });
const asked = (...waits: string[]) =>
  askedIn(
    [
      "hello",
      statusComment(
        state,
        waits.map((words) => ({ for: words, since: NOW })),
        FACTS,
      ),
    ],
    2,
  );

it.each([
  ["your decision about the spec in #3", "spec", 3],
  ["your decision about Say it in words (T-a-001) in #6: Decide who is right.", "halt", 6],
  ["you: the model refused. Say `/factory amend <feedback>`", "other", 2],
  ["`/factory continue`, or another answer to the checkpoint above", "other", 2],
])("a person is asked: %s", (words, about, place) => {
  expect(asked(words)).toEqual([{ key: `2026-03-01 12:00:00 UTC ${words}`, about, words, place }]);
});

it.each([
  "the draft of round 1",
  "Say it in words (#6): the arbiter decides",
  "the test baseline of the default branch",
])("nobody is asked: %s", (words) => expect(asked(words)).toEqual([]));

it("only the status comment is read, and each wait in it", () => {
  expect(askedIn(["- **Waiting for** your money (since now)"], 2)).toEqual([]);
  expect(asked("your decision about the spec in #3", "the draft", "`/factory resume`")).toHaveLength(2);
});

it("what is asked has nothing in it that cannot be seen", () => {
  expect(asked("your decision about Say it (MM-0003@\u20601.0.0) in #6")[0]?.words).toBe(
    "your decision about Say it (MM-0003@1.0.0) in #6",
  );
});
