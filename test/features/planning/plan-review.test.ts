import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../../src/code-index/code-index.js";
import { planPath } from "../../../src/domain/gates/state-paths.js";
import type { PlanDraft } from "../../../src/domain/plan/plan-draft.js";
import type { PlanReviewAnswer } from "../../../src/domain/plan/plan-review.js";
import { orThrow } from "../../../src/domain/refusal.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobEffect } from "../../../src/engine/ports.js";
import { reduce } from "../../../src/engine/reduce.js";
import type { Question, RoleOutcome } from "../../../src/model/model-port.js";
import { reviewPlan } from "../../../src/roles/challenger/review-plan.js";
import { planTask } from "../../../src/roles/planner/plan-task.js";
import type { Asked, JobPorts } from "../../../src/roles/reading/job-ports.js";
import { haltOf, inWork, pullsWith, readBy, sayHere } from "../../support/halted.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { decideOn, FIRST_TASK, NOW, stateOf } from "../../support/loop.js";
import { aBuiltDraft, aDraft, aPlanReview } from "../../support/micro-plan.js";
import { HEAD } from "../../support/observed.js";

const TWO = aDraft(aBuiltDraft("tag"), aBuiltDraft("line", { depends_on: ["tag"], consumes: ["checktag"] }));

type Answer = PlanDraft | PlanReviewAnswer;

/** A task that is planned, its loop, and a model that gives these answers in order. */
function planned(answers: readonly Answer[], config = "") {
  const files = new Map(haltOf().branch);
  const questions: Question<unknown>[] = [];
  let state = inWork({
    questions: 1,
    asked: { "/plan": 1 },
    head: HEAD,
    plan: null,
    modules: [],
    stage: { stage: "planning", question: 1, attempt: 1 },
  });
  const ask = async (question: Question<unknown>): Promise<RoleOutcome<unknown>> => {
    const answer = answers[questions.length];
    questions.push(question);
    if (answer === undefined) throw new Error(`${question.role}.${question.subject.activity} is not expected`);
    const taken = await (question.read === undefined ? question.check(answer) : question.read(answer));
    return taken.ok
      ? { kind: "answered", value: taken.value, sources: [], usage: [] }
      : { kind: "invalid", problems: [taken.refusal.message], last: "", usage: [] };
  };
  const ports = (): JobPorts => ({
    state: storeOf(state, Object.fromEntries(files)),
    reader: readerOf({ ".factory/config.yml": config }),
    model: {
      name: "listening",
      webSearch: { offered: false, why: "it is a fake" },
      ask: async (question) => (await ask(question as Question<unknown>)) as never,
    },
    clock: { now: () => NOW },
    forge: { perform: async () => false },
    signal: new AbortController().signal,
    indexOf: () => ({ search: async () => [] }) as unknown as CodeIndex,
    boundaryFor: () => "boundary",
    surfaceOf: () => Promise.reject(new Error("nothing is compiled")),
  });
  const decide = (seen: Parameters<typeof decideOn>[1] = {}) =>
    decideOn(state, { pulls: pullsWith({}), ...seen }, { files: readBy(state, files) });
  return {
    questions,
    files,
    work: () => state.work[FIRST_TASK],
    /** Each question that the loop asks is answered, until it asks none about the plan. */
    async play(): Promise<void> {
      for (;;) {
        const asked = decide().pending.find((effect): effect is Extract<JobEffect, { kind: "ask-role" }> => {
          return effect.kind === "ask-role" && (effect.activity === "plan" || effect.activity === "review-plan");
        });
        if (asked === undefined) return;
        const job = asked.activity === "plan" ? planTask : reviewPlan;
        const result = await job(REPOSITORY, asked as unknown as Asked, ports());
        for (const { path, text } of result.files) files.set(path, text);
        state = result.events.reduce<FactoryState>((last, event) => orThrow(reduce(last, event)), state);
      }
    },
    /** What the loop does next, after what was seen. */
    follow(seen: Parameters<typeof decideOn>[1] = {}) {
      const decided = decide(seen);
      state = stateOf(decided);
      for (const { path, text } of decided.files) files.set(path, text);
      return decided;
    },
  };
}

const asked = (questions: readonly Question<unknown>[]) =>
  questions.map(({ role, subject }) => `${role}.${subject.activity}.${subject.attempt}`);

describe("the review of a plan", () => {
  it("is a question of its own to the Challenger, and the plan is locked when it passes", async () => {
    const task = planned([TWO, aPlanReview()]);
    await task.play();
    expect(asked(task.questions)).toEqual(["planner.plan.1", "challenger.review-plan.1"]);
    const given = task.questions[1]?.given.map(({ input }) => input);
    expect(given).toEqual(expect.arrayContaining(["task-description", "acceptance-criteria", "reviewed-plan"]));
    expect(given).not.toContain("evaluation-rubric");
    expect(task.work()).toMatchObject({ stage: { stage: "building" }, plan: { micro_plan_id: expect.any(String) } });
    expect(task.work()).not.toHaveProperty("proposed_plan");
    expect([...task.files.keys()].filter((path) => path.includes("/plans/"))).toHaveLength(2);
  });

  it("gives its findings to the planner, with the plan they are about, and the next plan is reviewed again", async () => {
    const task = planned([TWO, aPlanReview(["DEPENDENCIES"]), TWO, aPlanReview()]);
    await task.play();
    expect(asked(task.questions)).toEqual([
      "planner.plan.1",
      "challenger.review-plan.1",
      "planner.plan.2",
      "challenger.review-plan.2",
    ]);
    const told = (input: string) => task.questions[2]?.given.find((each) => each.input === input)?.text;
    expect(told("plan-findings")).toContain("DEPENDENCIES does not hold for the plan");
    expect(told("plan-findings")).toContain("Required: Mend DEPENDENCIES.");
    expect(told("reviewed-plan")).toContain("key: line");
    expect(task.work()?.stage.stage).toBe("building");
  });

  const thrice = () => [1, 2, 3].flatMap(() => [TWO, aPlanReview(["COMPLETE"])]);

  it("asks a person after two revisions, with the findings, and the plan is not locked", async () => {
    const task = planned(thrice());
    await task.play();
    expect(task.questions).toHaveLength(6);
    const halted = task.follow();
    expect(halted.pending.filter(({ kind }) => kind === "ask-role")).toEqual([]);
    expect(task.work()).toMatchObject({
      plan: null,
      stage: { stage: "halted", cause: { kind: "plan-review-failed" } },
    });
    const card = task.follow().pending.find(({ key }) => key.startsWith("card:"));
    expect(card).toMatchObject({ body: expect.stringMatching(/review still has one finding after 2 revisions/) });
    expect(card).toMatchObject({ body: expect.stringContaining("Required: Mend COMPLETE.") });
    expect(card).toMatchObject({ body: expect.stringContaining("/factory override") });
  });

  it("is overruled by a person, who takes the plan as it is", async () => {
    const task = planned(thrice());
    await task.play();
    task.follow();
    task.follow();
    const text = "/factory override The missing criterion comes with the next task.";
    task.follow({ comments: [sayHere(text)] });
    expect(task.work()).toMatchObject({ stage: { stage: "building" }, plan: { digest: expect.any(String) } });
    expect(task.work()?.modules).toHaveLength(2);
    expect(task.files.has(planPath(FIRST_TASK))).toBe(true);
  });

  it.each([
    ["one module", aDraft(aBuiltDraft("tag")), ""],
    ["several modules, where it is switched off", TWO, "plan_review: never\n"],
  ])("is left out for a plan of %s", async (_, plan, config) => {
    const task = planned([plan], config);
    await task.play();
    expect(asked(task.questions)).toEqual(["planner.plan.1"]);
    expect(task.work()?.stage.stage).toBe("building");
  });

  it("is made for one module where the configuration says always", async () => {
    const task = planned([aDraft(aBuiltDraft("tag")), aPlanReview()], "plan_review: always\n");
    await task.play();
    expect(asked(task.questions)).toEqual(["planner.plan.1", "challenger.review-plan.1"]);
  });

  it.each([
    [
      "a criterion is left out",
      { ...aPlanReview(), assessment: aPlanReview().assessment.slice(1) },
      /COMPLETE must be/,
    ],
    ["its verdict contradicts it", { ...aPlanReview(["SIZE"]), verdict: "PASS" as const }, /PASS contradicts/],
  ])("is refused where %s", async (_, review, said) => {
    const task = planned([TWO, review]);
    await task.play();
    expect(task.work()?.halting).toMatchObject({ kind: "answer-invalid", errors: [expect.stringMatching(said)] });
  });
});
