import { describe, expect, it } from "vitest";
import type { FactoryState, ProductRound } from "../../src/domain/factory/factory-state.js";
import { BudgetReached, budgetResult, withinBudget } from "../../src/jobs/within-budget.js";
import type { RoleModel } from "../../src/model-port.js";
import type { JobEffect } from "../../src/ports.js";
import { REPOSITORY, storeOf } from "../support/job-ports.js";
import { FIRST_TASK, NOW, planning } from "../support/loop.js";
import { aQuestion } from "../support/question.js";

const SUM = { calls: 0, known_usd: 0, unknown_cost_calls: 0, input_tokens: 0, output_tokens: 0 };

async function ask(spent: FactoryState["spent"], change: Partial<FactoryState> = {}) {
  const asked: string[] = [];
  const model: RoleModel = {
    name: "m",
    ask: async (question) => {
      asked.push(question.role);
      return { kind: "failed", why: "a test", usage: [] };
    },
  };
  const state = { ...planning, spent, ...change };
  const question = aQuestion({ subject: { task: FIRST_TASK, module: null, move: "plan", attempt: 1 } });
  const outcome = await withinBudget(model, REPOSITORY, storeOf(state))
    .ask(question)
    .catch((error: unknown) => error);
  return { asked, outcome };
}

describe("asking within a budget", () => {
  it("asks while there is money for the call", async () => {
    expect((await ask({ project: SUM, tasks: {} })).asked).toHaveLength(1);
  });

  it("does not ask when the call could pass the project's limit, even if what is spent has not", async () => {
    const { asked, outcome } = await ask({ project: { ...SUM, known_usd: 24.9999 }, tasks: {} });
    expect(asked).toEqual([]);
    expect(outcome).toBeInstanceOf(BudgetReached);
  });

  it("goes by the limit that a person set", async () => {
    const limits = { warn_usd: 5, hard_usd: 100 };
    const { asked } = await ask(
      { project: { ...SUM, known_usd: 24.9999 }, tasks: {} },
      { checkpoint: { ...planning.checkpoint, limits } },
    );
    expect(asked).toHaveLength(1);
  });

  it("tells whose limit it was: a task halts, the project comes to a checkpoint, a draft waits", async () => {
    const ask_role = {
      kind: "ask-role",
      key: "k",
      task: FIRST_TASK,
      module: null,
      move: "plan",
      question: 1,
      attempt: 1,
      from: "head",
    } as const;
    const ofTask = (await ask({ project: SUM, tasks: { [FIRST_TASK]: { ...SUM, known_usd: 10 } } })).outcome;
    if (!(ofTask instanceof BudgetReached)) throw new Error("the task's limit is reached");
    expect(budgetResult(ofTask, ask_role, NOW).intents).toMatchObject([
      { kind: "work-moved", move: { kind: "work-failed", cause: { kind: "task-budget-exhausted", used: 10 } } },
    ]);
    const ofProject = (await ask({ project: { ...SUM, known_usd: 25 }, tasks: {} })).outcome;
    if (!(ofProject instanceof BudgetReached)) throw new Error("the project's limit is reached");
    expect(budgetResult(ofProject, ask_role, NOW).intents).toMatchObject([
      { kind: "checkpoint-reached", triggers: ["budget-exhausted"] },
    ]);
    const round = {
      number: 2,
      kind: "fresh",
      spec_blob: "a".repeat(40),
      feedback: [],
      amends: 0,
      started_at: NOW,
    } satisfies ProductRound;
    const drafting: JobEffect = { kind: "draft-spec", key: "d", round, request: planning.request };
    expect(budgetResult(ofProject, drafting, NOW).intents).toMatchObject([{ kind: "draft-failed", round: 2 }]);
  });
});
