import { describe, expect, it } from "vitest";
import type { FactoryEvent } from "../../../src/engine/event.js";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import type { ModuleStep, ModuleWork } from "../../../src/features/modules/module-work.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { HALTS } from "../../support/halt-causes.js";
import { AT_GREEN, gates, haltOf, modules, pullsWith, sayHere } from "../../support/halted.js";
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
    answer: decision.pending.flatMap((effect) =>
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
    const event = {
      kind: "fix-read",
      question: 5,
      contract_changed: false,
      tests_changed: false,
      fixed: null,
    } as const;
    const given = [{ kind: "work-updated", at: "2026-03-01T12:00:00Z", task_id: FIRST_TASK, event } as const];
    const next = decideOn(read.state, { pulls: pullsWith({ head }) }, { given });
    expect(next.state?.work[FIRST_TASK]?.stage).toMatchObject({ stage: "integrating", head });
  });
});

describe("work that halted in the middle of a module", () => {
  it("repeats what was interrupted: lost gates are requested again", () => {
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

  it("returns a refused fix to the person, and forgets its head", () => {
    const { state, files } = haltOf();
    const head = "e".repeat(40);
    const read = decideOn(state, { pulls: pullsWith({ head }), comments: [sayHere("/factory fix")] }, { files });
    const cause: HaltCause = { kind: "fix-refused", head, problems: ["README.md is not a file of MM-0001"] };
    const event: TaskEvent = { kind: "work-failed", cause };
    const given: FactoryEvent[] = [{ kind: "work-updated", at: "2026-03-01T12:00:00Z", task_id: FIRST_TASK, event }];
    const next = decideOn(read.state, { pulls: pullsWith({ head }) }, { given });
    expect(next.state?.project?.tasks[FIRST_TASK]).toMatchObject({ status: "HALTED", halted_reason: "fix refused" });
    expect(next.state?.work[FIRST_TASK]?.head).toBe(state.work[FIRST_TASK]?.head);
  });
});

describe("an override of a task that halted in the middle of a module", () => {
  const asking = (activity: "specify" | "implement" | "revise" | "challenge" | "adjudicate" | "judge"): ModuleStep => ({
    step: "asking",
    activity,
    question: 4,
    attempt: 1,
    from: "head",
    ...(activity === "judge" ? { after: "implement" } : {}),
  });
  const GREEN: Partial<ModuleWork> = { failures: [], judged: { head: HEAD, gates: gates() } };
  const SPECIFIED_ONLY: Partial<ModuleWork> = { failures: [], judged: null, concluded: gates("CONTRACT") };
  const committing: ModuleStep = { step: "committing", activity: "revise", question: 4, gates: ["green"] };

  it.each<[string, Partial<ModuleWork>, object]>([
    ["green and about to be challenged: it ships", { ...GREEN, step: asking("challenge") }, { step: "approved" }],
    ["green and about to be adjudicated: it ships", { ...GREEN, step: asking("adjudicate") }, { step: "approved" }],
    ["green and about to be revised: it ships as it is", { ...GREEN, step: asking("revise") }, { step: "approved" }],
    [
      "green at an older head: it is gated first",
      { ...GREEN, judged: { head: "f".repeat(40), gates: gates() }, step: asking("challenge") },
      { step: "gating", activity: "amend", colour: "green" },
    ],
    ["red, about to be tried again: it is gated", { step: asking("implement") }, { step: "gating", activity: "amend" }],
    ["at its gates: then it ships", { step: AT_GREEN }, { step: "gating", activity: "amend", colour: "green" }],
    ["about to be committed: then it ships", { step: committing }, { ...committing, activity: "amend" }],
  ])("%s", (_what, module, step) => {
    for (const halting of [HALTS["branch-taken-over"], HALTS["gate-run-failed"]]) {
      const { status, work, answer } = decided(
        { modules: modules(module), halting },
        "/factory override I have read it.",
      );
      expect(status).toBe("IN_PROGRESS");
      expect(work?.modules[0]?.step).toMatchObject(step);
      expect(work?.modules[0]?.overridden_in).toMatch(/^ESC-/);
      expect(answer).toContain("to ship without further debate");
    }
  });

  it.each<[string, Partial<ModuleWork>, object]>([
    ["not specified yet", { ...SPECIFIED_ONLY, concluded: null, step: asking("specify") }, asking("specify")],
    ["not implemented yet", { ...SPECIFIED_ONLY, step: asking("implement") }, asking("implement")],
    ["about to be judged for its meaning", { ...GREEN, step: asking("judge") }, { ...asking("judge"), after: "amend" }],
  ])("answers that a role is asked first if nothing can ship: %s", (_what, module, step) => {
    const change = { modules: modules(module), halting: HALTS["branch-taken-over"] };
    const { status, work, answer } = decided(change, "/factory override I have read it.");
    expect(status).toBe("IN_PROGRESS");
    expect(work?.modules[0]?.step).toEqual(step);
    expect(answer).toMatch(/MM-0001@1\.0\.0 cannot ship before a role was asked about it once more/);
    expect(answer).not.toContain("without further debate");
  });

  describe("with nothing left to spend", () => {
    const override = "/factory override I have read it.";
    const spent = { calls: 60, known_usd: 100, unknown_cost_calls: 0, input_tokens: 0, output_tokens: 0 };
    const overspent = (module: Partial<ModuleWork>) => {
      const { state, files } = haltOf({ modules: modules(module), halting: HALTS["task-budget-exhausted"] });
      const over = { ...state, spent: { ...state.spent, tasks: { [FIRST_TASK]: spent } } };
      const decision = decideOn(over, { pulls: pullsWith({}), comments: [sayHere(override)] }, { files });
      const said = decision.pending.flatMap((effect) =>
        effect.kind === "say" ? [`${effect.key} ${effect.body}`] : [],
      );
      return {
        decision,
        said: said.join("\n"),
        before: state.project?.tasks[FIRST_TASK],
        task: decision.state?.project?.tasks[FIRST_TASK],
      };
    };

    it("ships what is green, and asks no role", () => {
      const { decision, task } = overspent({ ...GREEN, step: asking("challenge") });
      expect(task?.status).toBe("IN_PROGRESS");
      const jobs = decision.pending
        .map(({ kind }) => kind)
        .filter((kind) => ["ask-role", "ship-module"].includes(kind));
      expect(jobs).toEqual(["ship-module"]);
    });

    it("is refused if a role would have to be asked, instead of halting again at once", () => {
      const { said, before, task } = overspent({ ...SPECIFIED_ONLY, step: asking("implement") });
      expect(task?.status).toBe("HALTED");
      expect(said).toMatch(/Raise `budgets\.\w+` in `\.factory\/config\.yml`/);
      expect(task?.escalation_ref).toBe(before?.escalation_ref);
    });
  });
});
