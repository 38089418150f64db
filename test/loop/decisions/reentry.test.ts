import { describe, expect, it } from "vitest";
import type { HaltCause } from "../../../src/domain/escalation/causes.js";
import type { Intent } from "../../../src/domain/factory/intent.js";
import type { TaskMove } from "../../../src/domain/work/task-move.js";
import type { TaskWork } from "../../../src/domain/work/task-work.js";
import { HALTS } from "../../support/halt-causes.js";
import { AT_GREEN, haltOf, modules, pullsWith, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";

const fix = "/factory fix\n\n```yaml\nfix_description: A fix.\nfix_artifacts:\n  src/line.ts: x\n```";
const revise =
  "/factory revise-plan\n\n```yaml\nrevised_micro_plan: [{module_id: a, description: All of it., depends_on: []}]\n```";

function decided(change: Partial<TaskWork>, body: string) {
  const { state, files } = haltOf(change);
  const decision = decideOn(state, { pulls: pullsWith({}), comments: [sayHere(body)] }, { files });
  return {
    decision,
    status: decision.state?.project?.tasks[FIRST_TASK]?.status,
    work: decision.state?.work[FIRST_TASK],
    answer: decision.owed.flatMap((effect) =>
      effect.kind === "say" && effect.key === "answer:60" ? [effect.body] : [],
    )[0],
  };
}

describe("work that halted while it was planned", () => {
  const planless: Partial<TaskWork> = {
    stage: { stage: "planning", question: 1, attempt: 1 },
    halting: HALTS["plan-invalid"],
    plan: null,
    modules: [],
  };

  it.each([
    ["/factory override It is fine.", /before there was a plan/],
    [fix, /before there was a plan/],
  ])("has nothing to ship or to fix: %s", (body, words) => {
    const { status, answer } = decided(planless, body);
    expect(status).toBe("HALTED");
    expect(answer).toMatch(words);
    expect(answer).toContain("/factory revise-plan");
  });

  it.each([[revise], ["/factory retry"]])("starts over from the branch's beginning: %s", (body) => {
    const { status, work } = decided(planless, body);
    expect(status).toBe("IN_PROGRESS");
    expect(work).toMatchObject({ attempt: 2, stage: { stage: "opening" }, halting: null });
  });
});

describe("work that halted while the whole branch was judged", () => {
  const shipped = (): TaskWork["modules"] =>
    modules().map((module) => ({ ...module, written_in: 3, failures: [], step: { step: "shipped", head: HEAD } }));
  const integrating = (halting: HaltCause): Partial<TaskWork> => ({
    stage: { stage: "integrating", head: HEAD, base: HEAD, gates: null },
    halting,
    modules: shipped(),
  });

  it("is judged again on the base as it is now when a person overrides", () => {
    const { status, work } = decided(integrating(HALTS["test-regression"]), "/factory override It is a flake.");
    expect(status).toBe("IN_PROGRESS");
    expect(work?.stage).toMatchObject({ stage: "integrating", head: HEAD, base: HEAD });
    expect(work?.modules.map(({ step }) => step.step)).toEqual(["shipped", "shipped"]);
  });

  it("takes a fix of any module that it built: that one is gated, challenged and shipped again", () => {
    const { work } = decided(integrating(HALTS["test-regression"]), fix);
    expect(work?.stage).toEqual({ stage: "building" });
    expect(work?.modules.map(({ step }) => step.step)).toEqual(["shipped", "committing"]);
  });

  it("goes through the gates again when a person resolved a conflict on the branch", () => {
    const { state, files } = haltOf(integrating(HALTS["merge-conflict"]));
    const head = "e".repeat(40);
    const read = decideOn(state, { pulls: pullsWith({ head }), comments: [sayHere("/factory fix")] }, { files });
    const move = { kind: "fix-read", question: 5, contract_changed: false, tests_changed: false, fixed: null } as const;
    const given = [{ kind: "work-moved", at: "2026-03-01T12:00:00Z", task_id: FIRST_TASK, move } as const];
    const next = decideOn(read.state, { pulls: pullsWith({ head }) }, { given });
    expect(next.state?.work[FIRST_TASK]?.stage).toMatchObject({ stage: "integrating", head });
  });
});

describe("work that halted in the middle of a module", () => {
  it("repeats what was interrupted: gates that were lost are asked for again", () => {
    const [first, second] = modules();
    if (first === undefined || second === undefined) throw new Error("the plan has two modules");
    const { work } = decided(
      { modules: [{ ...first, step: AT_GREEN }, second], halting: HALTS["gate-run-failed"], lost_gates: 2 },
      "/factory override The workflow is mended.",
    );
    expect(work).toMatchObject({ halting: null, lost_gates: 0, stage: { stage: "building" } });
    expect(work?.modules[0]?.step).toMatchObject({ step: "gating" });
  });

  it("refuses to ship or fix a module of which nothing was written", () => {
    const unwritten = modules().map(({ written_in: _written, ...module }) => module);
    for (const body of ["/factory override It is fine.", "/factory fix"]) {
      const { status, answer } = decided({ modules: unwritten }, body);
      expect(status).toBe("HALTED");
      expect(answer).toMatch(/Nothing|was pushed/);
    }
  });

  it("brings a fix that cannot be taken back to the person, and forgets its head", () => {
    const { state, files } = haltOf();
    const head = "e".repeat(40);
    const read = decideOn(state, { pulls: pullsWith({ head }), comments: [sayHere("/factory fix")] }, { files });
    const cause: HaltCause = { kind: "fix-refused", head, problems: ["README.md is not a file of MM-0001"] };
    const move: TaskMove = { kind: "work-failed", cause };
    const given: Intent[] = [{ kind: "work-moved", at: "2026-03-01T12:00:00Z", task_id: FIRST_TASK, move }];
    const next = decideOn(read.state, { pulls: pullsWith({ head }) }, { given });
    expect(next.state?.project?.tasks[FIRST_TASK]).toMatchObject({ status: "HALTED", halted_reason: "fix refused" });
    expect(next.state?.work[FIRST_TASK]?.head).toBe(state.work[FIRST_TASK]?.head);
  });
});
