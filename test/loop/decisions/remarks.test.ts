import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/domain/factory/factory-state.js";
import type { ObservedRemark } from "../../../src/domain/factory/observed.js";
import { gates, inWork, modules, pullsWith } from "../../support/halted.js";
import { decideOn, FIRST_TASK, kinds, stateOf, TASK_PULL } from "../../support/loop.js";
import { HEAD, person } from "../../support/observed.js";

const remark = (overrides: Partial<ObservedRemark> = {}): ObservedRemark => ({
  id: 81,
  pull: TASK_PULL,
  author: person("bob"),
  path: "src/tag.ts",
  line: 3,
  body: "This misses the empty tag.",
  createdAt: "2026-03-01T13:30:00Z",
  ...overrides,
});
const pulls = pullsWith({});
const approved = (revisions = 0): FactoryState =>
  inWork({
    modules: modules({
      step: { step: "approved" },
      failures: [],
      judged: { head: HEAD, gates: gates() },
      progress: { ...(modules()[0]?.progress ?? never()), revisions },
    }),
  });
function never(): never {
  throw new Error("the plan has two modules");
}
const waiting = inWork({
  modules: modules({ step: { step: "asking", move: "challenge", question: 4, attempt: 1, from: "head" } }),
});

describe("a person's remark on a line", () => {
  it("is kept for the next revision, once", () => {
    const decision = decideOn(waiting, { pulls, remarks: [remark()] });
    expect(decision.state?.remarks).toEqual([
      { id: 81, task_id: FIRST_TASK, by: "bob", path: "src/tag.ts", line: 3, body: "This misses the empty tag." },
    ]);
    expect(kinds(decideOn(stateOf(decision), { pulls, remarks: [remark()] }))).toEqual([]);
  });

  it.each([
    ["a reader", { author: person("eve", "read") }],
    ["a bot", { author: { login: "x[bot]", type: "Bot", role: "admin" } }],
    ["somebody in another pull request", { pull: 99 }],
    ["nobody: it is empty", { body: " " }],
  ])("of %s is not", (_who, overrides) => {
    expect(decideOn(waiting, { pulls, remarks: [remark(overrides)] }).state?.remarks).toEqual([]);
  });

  it("that is a command is told where it belongs instead", () => {
    const decision = decideOn(waiting, { pulls, remarks: [remark({ body: "/factory pause" })] });
    expect(decision.state?.remarks).toEqual([]);
    expect(kinds(decision)).toEqual(["hand-noticed"]);
  });

  it("sends approved work round once more instead of shipping past it", () => {
    const decision = decideOn(approved(), { pulls, remarks: [remark()] });
    expect(decision.state?.work[FIRST_TASK]?.modules[0]).toMatchObject({
      step: { step: "asking", move: "revise" },
      progress: { revisions: 1 },
    });
    expect(decision.owed).not.toContainEqual(expect.objectContaining({ kind: "ship-module" }));
  });

  it("that comes after the last revision is answered, and the work ships", () => {
    const decision = decideOn(approved(2), { pulls, remarks: [remark()] });
    expect(decision.owed).toContainEqual(expect.objectContaining({ kind: "ship-module" }));
    expect(decision.owed).toContainEqual(
      expect.objectContaining({
        kind: "say",
        issue: TASK_PULL,
        body: expect.stringContaining("bob on `src/tag.ts:3`"),
      }),
    );
    expect(decision.state?.remarks).toEqual([]);
  });

  it("is answered by one comment when the commit that takes it up stands", () => {
    const [first, second] = modules({
      step: { step: "asking", move: "challenge", question: 5, attempt: 1, from: "head" },
      written_in: 4,
    });
    if (first === undefined || second === undefined) never();
    const state: FactoryState = {
      ...inWork({ modules: [first, second], questions: 5 }),
      remarks: [{ id: 81, task_id: FIRST_TASK, by: "bob", path: "src/tag.ts", line: null, body: "x", taken_in: 4 }],
    };
    const decision = decideOn(state, { pulls });
    expect(kinds(decision)).toEqual(["remarks-answered"]);
    expect(decision.state?.remarks).toEqual([]);
    expect(decision.owed).toContainEqual(
      expect.objectContaining({
        kind: "say",
        key: `remarks:${TASK_PULL}:4`,
        body: expect.stringContaining("bob on `src/tag.ts`"),
      }),
    );
  });
});
