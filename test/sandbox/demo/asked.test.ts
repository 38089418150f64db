import { expect, it } from "vitest";
import type { UndatedWait } from "../../../src/engine/wait.js";
import { newFactoryState } from "../../../src/features/request/new-state.js";
import { statusComment } from "../../../src/features/status/status-comment.js";
import { plainLine } from "../../../src/render/plain-text.js";
import { askedIn } from "../../../src/sandbox/demo/asked.js";

const NOW = "2026-03-01T12:00:00Z";
const FACTS = { spent: { known_usd: 0, unknown_cost_calls: 0 }, forecast_usd: 0, fix_cycles: 0 };
const state = newFactoryState(7, { issue: 2, title: "Build", requester: "ada", lane: "full", requested_at: NOW });
const commentOf = (...waits: readonly UndatedWait[]) =>
  statusComment(
    state,
    waits.map((wait) => ({ ...wait, since: NOW })),
    FACTS,
  );
const asked = (...waits: readonly UndatedWait[]) => askedIn(["hello", commentOf(...waits)], 2);

it("a person is asked where it is a person's turn, whatever the words", () => {
  const words = "the moon to rise, about which #9 knows nothing";
  expect(asked({ who: "person", for: words })).toEqual([
    { key: `${NOW} ${words}`, decision: undefined, words, place: 2 },
  ]);
  expect(asked({ who: "person", for: words, decision: "halt", pull_request: 6 })).toMatchObject([
    { decision: "halt", place: 6 },
  ]);
});

it.each(["factory", "github", "model"] as const)("the person is not asked when another one is to act: %s", (who) => {
  expect(asked({ who, for: "your decision, it seems" })).toEqual([]);
});

it("only the status comment is read, and each wait in it", () => {
  expect(askedIn(["- **Waiting for** your money (since now)"], 2)).toEqual([]);
  const yours = { who: "person", for: "`/factory resume`" } as const;
  expect(asked(yours, { who: "factory", for: "the draft" }, yours)).toHaveLength(2);
});

it.each([
  ["no data", "<!-- factory:status -->\n- **Waiting for** your decision (since now)"],
  ["broken data", "<!-- factory:status --><!-- factory-waits [{ -->\n"],
  ["other data", '<!-- factory:status --><!-- factory-waits [{"who":"the moon"}] -->\n'],
])("a comment with %s asks for nothing", (_what, body) => expect(askedIn([body], 2)).toEqual([]));

it("what is asked reads as it was written, whatever hides it in a comment", () => {
  const title = "<b>_Say_ it --> @ada, MM-0003@1.0.0 & #6";
  const wait = { who: "person", for: `your decision about ${plainLine(title)}` } as const;
  expect(asked(wait)[0]?.words).toBe(`your decision about ${title}`);
  const [first = "", second] = commentOf(wait).split("\n");
  expect(first.match(/-->/g)).toHaveLength(2);
  expect(second).toBe("## Starting");
});
