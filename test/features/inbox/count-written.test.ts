import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { countWritten } from "../../../src/features/inbox/count-written.js";
import type { PendingComment } from "../../../src/features/inbox/pending-comment.js";
import { aChallenge } from "../../support/debate.js";
import { inWork, modules } from "../../support/halted.js";
import { FIRST_TASK, REQUEST, TASK_PULL } from "../../support/loop.js";

const state: FactoryState = { ...inWork({}), inbox: { ...inWork({}).inbox, pending: [] } };
const owing = (...pending: PendingComment[]): FactoryState => ({ ...state, inbox: { ...state.inbox, pending } });
const word = (key: string, change: Partial<PendingComment> = {}): PendingComment => ({
  key,
  issue: TASK_PULL,
  body: "A word.",
  answers: null,
  ...change,
});
const reviewed = (count: number): FactoryState => {
  const trail = { proposals: [], challenges: Array.from({ length: count }, () => aChallenge()), adjudications: [] };
  return { ...state, work: inWork({ modules: modules({ trail }) }).work };
};

describe("the count of what is written for a task", () => {
  it.each([
    ["a comment in its pull request", owing(word("a")), 1],
    ["replies in its threads", owing(word("a", { thread: 7 }), word("b", { thread: 8 })), 2],
    ["a comment in the issue", owing(word("a", { issue: REQUEST })), undefined],
    ["what goes into the comment that is kept current", owing(word("a", { quiet: true })), undefined],
    ["the reviews that give verdicts", reviewed(2), 2],
  ])("has %s", (_what, after, count) => {
    expect(countWritten(state, after).written?.[FIRST_TASK]).toBe(count);
  });

  it("has each once, also after it is posted or its work is restarted", () => {
    const once = countWritten(state, owing(word("a")));
    expect(countWritten(once, { ...once, inbox: { ...once.inbox, pending: [word("a"), word("b")] } }).written).toEqual({
      [FIRST_TASK]: 2,
    });
    expect(countWritten(once, { ...once, inbox: { ...once.inbox, pending: [] } }).written).toEqual({ [FIRST_TASK]: 1 });
    const two = countWritten(state, reviewed(2));
    expect(countWritten(two, { ...two, work: state.work }).written).toEqual({ [FIRST_TASK]: 2 });
  });
});
