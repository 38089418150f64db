import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { LimitedUntil } from "../../domain/errors.js";
import type { Instant } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { JobEffect, JobResult, LoadedState, RepositoryRef, StateStore } from "../../engine/ports.js";
import { type LimitReached, limitReached } from "../../features/budget/spending-check.js";
import type { ChangeEvent } from "../../features/interface-change/rules/change-event.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { reservedBy } from "../../features/questions/under-way.js";
import {
  ConversationBroke,
  type LimitedModel,
  type NextTurn,
  type Question,
  type StoppableModel,
} from "../../model/model-port.js";
import type { Announce } from "./announce-question.js";
import { estimateCall } from "./estimate-call.js";
import type { Accounts } from "./open-accounts.js";
import { packFile } from "./records.js";

/** A call was not made, because it could exceed a limit. The cost of the job's earlier calls is kept. */
export class BudgetReached extends Error {
  override readonly name = "BudgetReached";

  constructor(
    readonly reached: LimitReached,
    readonly state: FactoryState,
    readonly charged: { readonly usage: readonly UsageLine[]; readonly pack: Question<unknown>["pack"] },
  ) {
    super(
      reached.of === "project" ? reached.message : `the limit of a task: ${reached.cause.used} ${reached.cause.unit}`,
    );
  }
}

/** Where the spending is recorded; `begun` is the state that the job started from and is used for its first call. */
type Ledger = {
  readonly repository: RepositoryRef;
  readonly store: StateStore;
  readonly begun: LoadedState | undefined;
  readonly accounts: Accounts;
  /** Records a question before its first call. */
  readonly announce: Announce;
};

/** The same model, asked only while the spending and the possible cost of the call are within the limits. */
export function withinBudget(
  model: StoppableModel,
  { repository, store, begun, accounts, announce }: Ledger,
): LimitedModel {
  let first = begun;
  /** What this job has paid for all of its questions. */
  const usage: UsageLine[] = [];
  return {
    name: model.name,
    webSearch: model.webSearch,
    shown: model.shown,
    async ask<T>(question: Question<T>) {
      const loaded = first ?? (await store.load(repository));
      first = undefined;
      if (loaded.kind !== "loaded") return notStopped(await model.ask(question));
      const meter = openMeter(question, {
        accounts,
        repository,
        // The newest state that this process has read or committed, without a request.
        state: () => store.recall(repository)?.state ?? loaded.state,
      });
      try {
        if (!(await meter.mayGoOn())) throw meter.refused(usage);
        await announce({ question, estimate_usd: meter.estimate() }, meter.leaveToOthers);
        const outcome = await model
          .ask<T>({ ...question, mayGoOn: (next) => meter.mayGoOn(next) })
          .catch((error: unknown) => {
            if (error instanceof ConversationBroke) meter.charge(error.usage);
            throw error;
          });
        meter.charge(outcome.usage);
        usage.push(...outcome.usage);
        if (outcome.kind === "stopped") throw meter.refused(usage);
        return outcome;
      } finally {
        meter.close();
      }
    },
  };
}

/** About the duration of a call. */
const OTHERS_MS = 60_000;

type Surroundings = Pick<Ledger, "accounts" | "repository"> & { readonly state: () => FactoryState };

/** Meters one conversation: pays its calls, and reserves the cost of the next one. */
function openMeter(question: Question<unknown>, { accounts, repository, state }: Surroundings) {
  const { config, subject, signal } = question;
  const run = question.pack.created_for.run_id;
  let charged = 0;
  let reached: LimitReached | undefined;
  let release = () => {};
  let estimate: number | null = null;
  const account = () => accounts.of(repository, state());
  const charge = (usage: readonly UsageLine[]) => {
    account().charge(usage.slice(charged));
    charged = usage.length;
  };
  const limitsIn = ({ checkpoint }: FactoryState) => ({
    budgets: config.budgets,
    project: checkpoint.limits ?? config.budgets,
  });
  return {
    charge,
    close: () => release(),
    estimate: () => estimate,
    /** There is enough money for this call, unless the open questions of other replicas cost as much as they can. */
    leaveToOthers(newest: FactoryState, now: Instant): void {
      const { task } = subject;
      const reserved = reservedBy(newest.under_way ?? {}, { task, now, except: new Set([...account().runs(), run]) });
      const call = { task, estimate_usd: estimate, reserved };
      if (limitReached(account().spent(newest), call, limitsIn(newest)) === undefined) return;
      throw new LimitedUntil(Date.parse(now) + OTHERS_MS, "what other calls under way can cost");
    },
    async mayGoOn(next?: NextTurn): Promise<boolean> {
      release();
      if (next !== undefined) charge(next.usage);
      estimate = estimateCall(question, next?.messageTokens);
      const call = { task: subject.task, estimate_usd: estimate };
      for (;;) {
        const limits = limitsIn(state());
        const spent = account().spent(state());
        reached = limitReached(spent, call, limits);
        if (reached !== undefined) return false;
        const reserved = account().reserved(subject.task);
        const isCrowded = limitReached(spent, { ...call, reserved }, limits) !== undefined;
        if (!isCrowded || signal.aborted) break;
        // There is enough money for this call, unless the calls in progress cost as much as they can.
        await account().callEnded(signal);
      }
      release = account().reserve({ run, task: subject.task, usd: estimate });
      return true;
    },
    refused(usage: readonly UsageLine[]): BudgetReached {
      if (reached === undefined) throw new TypeError("a conversation was stopped, and not by its limits");
      return new BudgetReached(reached, state(), { usage: [...usage], pack: question.pack });
    },
  };
}

function notStopped<Outcome extends { readonly kind: string }>(
  outcome: Outcome,
): Exclude<Outcome, { kind: "stopped" }> {
  if (outcome.kind === "stopped") throw new TypeError("nobody told this conversation to stop");
  return outcome as Exclude<Outcome, { kind: "stopped" }>;
}

/**
 * The result of a call that was not made: its task halts, the project reaches a checkpoint, or its draft waits. Earlier
 * calls are paid, and what they were given is kept.
 */
export function budgetResult(error: BudgetReached, effect: JobEffect, at: Instant): JobResult {
  const { reached, state, message, charged } = error;
  const usage = [...charged.usage];
  const payment: FactoryEvent[] = usage.length === 0 ? [] : [{ kind: "calls-charged", at, usage }];
  return { events: eventsOf(reached), files: usage.length === 0 ? [] : [packFile(charged.pack)] };

  function eventsOf(limit: LimitReached): FactoryEvent[] {
    if (effect.kind === "draft-spec") {
      const asked = usage.length === 0 ? "No model was asked" : "The model was not asked any further";
      const why = `${asked}: ${message}. Raise \`budgets\` in .factory/config.yml.`;
      return [{ kind: "draft-failed", at, round: effect.round.number, why, usage }];
    }
    if (limit.of === "task" && effect.kind === "ask-role") {
      const { task, question } = effect;
      // One event and not two: if the halt is refused because it exists already, the payment is refused, too.
      const event: TaskEvent = { kind: "work-failed", cause: limit.cause, question, usage };
      return [{ kind: "work-updated", at, task_id: task, event }];
    }
    if (limit.of === "task" && effect.kind === "debate-contract") {
      const why = [`${usage.length === 0 ? "No model was asked" : "The model was not asked any further"}: ${message}.`];
      const event: ChangeEvent = { kind: "debate-ended", question: effect.question, usage, why };
      return [{ kind: "interface-change-updated", at, exception_id: effect.change_id, event }];
    }
    return [...payment, { kind: "checkpoint-reached", at, ...checkpointAt(limit, state.checkpoint) }];
  }
}

/** The limit of money and the limit of calls are separate: `/factory budget` raises only the first. */
function checkpointAt(limit: LimitReached, { record, opened: after }: FactoryState["checkpoint"]) {
  if (limit.of === "project" && limit.unit === "calls")
    return { triggers: ["calls-exhausted" as const], record, after };
  const reached = limit.of === "project" ? { hard_usd: limit.limit } : {};
  return { triggers: ["budget-exhausted" as const], record: { ...record, fired: FIRED }, after, ...reached };
}

/** A person who is told that the limit is reached need not be told that it is near. */
const FIRED: FactoryState["checkpoint"]["record"]["fired"] = ["budget-warning", "budget-critical", "budget-exhausted"];
