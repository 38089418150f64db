import type { FactoryState } from "../domain/factory/factory-state.js";
import type { Intent } from "../domain/factory/intent.js";
import type { Instant } from "../domain/ids.js";
import { type LimitReached, limitReached } from "../domain/work/spending-check.js";
import type { RoleModel } from "../model-port.js";
import type { JobEffect, JobResult, RepositoryRef, StateStore } from "../ports.js";
import { estimateCall } from "../roles/estimate-call.js";

/** A call was not made, because it could pass a limit. */
export class BudgetReached extends Error {
  override readonly name = "BudgetReached";

  constructor(
    readonly reached: LimitReached,
    readonly state: FactoryState,
  ) {
    super(
      reached.of === "project" ? reached.message : `the limit of a task: ${reached.cause.used} ${reached.cause.unit}`,
    );
  }
}

/** The same model, asked only while what is spent and what the call could cost fit the limits. */
export function withinBudget(model: RoleModel, repository: RepositoryRef, store: StateStore): RoleModel {
  return {
    name: model.name,
    async ask(question) {
      const loaded = await store.load(repository);
      if (loaded.kind === "loaded") {
        const { spent, checkpoint } = loaded.state;
        const { budgets } = question.config;
        const call = { task: question.subject.task, estimate_usd: estimateCall(question) };
        const reached = limitReached(spent, call, { budgets, project: checkpoint.limits ?? budgets });
        if (reached !== undefined) throw new BudgetReached(reached, loaded.state);
      }
      return model.ask(question);
    },
  };
}

/** What a call that was not made means: its task halts, the project comes to a checkpoint, or its draft waits. */
export function budgetResult({ reached, state, message }: BudgetReached, effect: JobEffect, at: Instant): JobResult {
  return { intents: [intentOf(reached)], files: [] };

  function intentOf(limit: LimitReached): Intent {
    if (effect.kind === "draft-spec") {
      const why = `No model was asked: ${message}. Raise \`budgets\` in .factory/config.yml.`;
      return { kind: "draft-failed", at, round: effect.round.number, why, usage: [] };
    }
    if (limit.of === "task" && effect.kind === "ask-role") {
      return { kind: "work-moved", at, task_id: effect.task, move: { kind: "work-failed", cause: limit.cause } };
    }
    const record = { ...state.checkpoint.record, fired: FIRED };
    return { kind: "checkpoint-reached", at, triggers: ["budget-exhausted"], record };
  }
}

/** Whoever is told that the limit is reached need not be told that it is near. */
const FIRED: FactoryState["checkpoint"]["record"]["fired"] = ["budget-warning", "budget-critical", "budget-exhausted"];
