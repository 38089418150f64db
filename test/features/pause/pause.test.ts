import { describe, expect, it } from "vitest";
import type { FactoryEvent } from "../../../src/engine/event.js";
import { aUsageLine } from "../../support/artifacts.js";
import { HALTS } from "../../support/halt-causes.js";
import { haltOf, pullsWith, sayHere } from "../../support/halted.js";
import {
  decideOn,
  FIRST_TASK,
  kinds,
  label,
  NOW,
  pendingKinds,
  planning,
  REQUEST,
  stateOf,
  TASK_PULL,
  taskPull,
} from "../../support/loop.js";
import { person } from "../../support/observed.js";

const said = { ...planning, inbox: { ...planning.inbox, pending: [] } };
const pulls = pullsWith({});
const pause = sayHere("/factory pause", { issue: REQUEST });
const paused = decideOn(said, { pulls, comments: [pause] });
const usage = aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 0.5 });
const late: FactoryEvent = {
  kind: "work-updated",
  at: NOW,
  task_id: FIRST_TASK,
  event: { kind: "question-failed", question: 1, usage: [usage], module_id: null, cause: HALTS["plan-invalid"] },
};

describe("a pause", () => {
  it("is acknowledged, and nothing else is pending", () => {
    expect(paused.state?.project?.status).toBe("PAUSED");
    expect(pendingKinds(paused)).toEqual(["react", "say", "keep-comment"]);
    const current = paused.pending.at(-1);
    const body = current?.kind === "keep-comment" ? current.body : "";
    const own = { key: "status", id: 1, issue: REQUEST, body };
    const quiet = decideOn(
      { ...stateOf(paused), inbox: { ...stateOf(paused).inbox, pending: [] } },
      { pulls, stickies: [own] },
    );
    expect(quiet).toMatchObject({ events: [], pending: [] });
  });

  it.each([
    ["a second label", { requests: [label, { ...label, issue: 8 }] }],
    ["a merge by hand", { pulls: pullsWith({ state: "merged", mergeSha: "f".repeat(40), closedBy: "bob" }) }],
    ["a push by hand", { pulls: pullsWith({ head: "f".repeat(40), headAuthor: "bob" }) }],
    ["an edited SPEC.md", { spec: { status: "present", blob: "f".repeat(40), text: "x" } }],
  ] as const)("leaves %s for later, without a comment", (_what, seen) => {
    const quiet = decideOn(stateOf(paused), { pulls, ...seen });
    expect(kinds(quiet)).toEqual([]);
    expect(
      kinds(
        decideOn(stateOf(paused), {
          pulls,
          ...seen,
          comments: [sayHere("/factory resume", { id: 61, issue: REQUEST })],
        }),
      ).length,
    ).toBeGreaterThan(2);
  });

  it("discards results of work in progress, but not their cost", () => {
    const decision = decideOn(stateOf(paused), { pulls }, { given: [late] });
    expect(decision.refused).toMatchObject([{ event: late, refusal: { code: "paused" } }]);
    expect(decision.state?.work).toEqual(stateOf(paused).work);
    const payment: FactoryEvent = { kind: "calls-charged", at: NOW, usage: [usage] };
    expect(decideOn(stateOf(paused), { pulls }, { given: [payment] }).state?.spent.project.known_usd).toBe(0.5);
  });

  it("still accepts decisions, and applies them after resume", () => {
    const halted = haltOf();
    const stopped = decideOn(halted.state, { pulls, comments: [pause] }, { files: halted.files });
    const retry = sayHere("/factory retry", { id: 61, createdAt: "2026-03-01T13:40:00Z" });
    const decided = decideOn(stateOf(stopped), { pulls, comments: [retry] }, { files: halted.files });
    expect(decided.state?.project?.tasks[FIRST_TASK]?.status).toBe("PENDING");
    expect(pendingKinds(decided)).not.toContain("restore-tree");
    const resume = sayHere("/factory resume", { id: 62, issue: REQUEST, createdAt: "2026-03-01T13:50:00Z" });
    const resumed = decideOn(stateOf(decided), { pulls, comments: [resume] }, { files: halted.files });
    expect(resumed.state?.project?.tasks[FIRST_TASK]?.status).toBe("IN_PROGRESS");
  });

  it("loses no remark of a reviewer, although a command moved the cursor past it", () => {
    const remark = {
      id: 81,
      pull: TASK_PULL,
      author: person("bob"),
      path: "src/tag.ts",
      line: 3,
      thread: 81,
      body: "This misses the empty tag.",
      createdAt: "2026-03-01T13:35:00Z",
    };
    const command = { ...remark, id: 82, thread: 82, body: "/factory abort" };
    const seen = { pulls, remarks: [remark, command] };
    expect(kinds(decideOn(stateOf(paused), seen))).toEqual([]);
    const status = sayHere("/factory status", { id: 61, issue: REQUEST, createdAt: "2026-03-01T13:40:00Z" });
    const asked = decideOn(stateOf(paused), { ...seen, comments: [status] });
    expect(asked.state?.inbox.since).toBe("2026-03-01T13:40:00Z");
    expect(asked.state?.remarks).toMatchObject([{ id: 81 }]);
    expect(pendingKinds(asked)).not.toContain("reply");
    const resume = sayHere("/factory resume", { id: 62, issue: REQUEST, createdAt: "2026-03-01T13:50:00Z" });
    const resumed = decideOn(stateOf(asked), { pulls, comments: [resume] });
    expect(resumed.state?.remarks).toMatchObject([{ id: 81 }]);
    expect(resumed.pending).toContainEqual(
      expect.objectContaining({ kind: "reply", key: "review-command:82", thread: 82 }),
    );
  });

  it("is followed by the same question after resume", () => {
    const resume = sayHere("/factory resume", { id: 62, issue: REQUEST, createdAt: "2026-03-01T13:50:00Z" });
    const resumed = decideOn(stateOf(paused), { pulls: [...pulls.slice(0, 1), taskPull], comments: [resume] });
    expect(resumed.pending).toContainEqual(
      expect.objectContaining({ kind: "ask-role", activity: "plan", question: 1 }),
    );
  });
});
