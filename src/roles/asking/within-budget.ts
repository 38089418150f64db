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

/** A call was not made, because it could pass a limit. What the job's calls before it cost is kept. */
export class BudgetReached extends Error {
  override readonly name = "BudgetReached";

  constructor(
    readonly reached: LimitReached,
    readonly state: FactoryState,
    readonly paid: { readonly usage: readonly UsageLine[]; readonly pack: Question<unknown>["pack"] },
  ) {
    super(
      reached.of === "project" ? reached.message : `the limit of a task: ${reached.cause.used} ${reached.cause.unit}`,
    );
  }
}

/** Where what is spent is written down; `begun` is the state that a job was started from, and is good for its first call. */
type Ledger = {
  readonly repository: RepositoryRef;
  readonly store: StateStore;
  readonly begun: LoadedState | undefined;
  readonly accounts: Accounts;
  /** Puts a question on record before its first call. */
  readonly announce: Announce;
};

/** The same model, asked only while what is spent and what each of its calls could cost fit the limits. */
export function withinBudget(
  model: StoppableModel,
  { repository, store, begun, accounts, announce }: Ledger,
): LimitedModel {
  let first = begun;
  /** What this job has paid, whichever of its questions it was for. */
  const usage: UsageLine[] = [];
  return {
    name: model.name,
    webSearch: model.webSearch,
    async ask<T>(question: Question<T>) {
      const loaded = first ?? (await store.load(repository));
      first = undefined;
      if (loaded.kind !== "loaded") return notStopped(await model.ask(question));
      const meter = openMeter(question, {
        accounts,
        repository,
        // Whatever this process has read or committed meanwhile is known without asking.
        state: () => store.recall(repository)?.state ?? loaded.state,
      });
      try {
        if (!(await meter.mayGoOn())) throw meter.refused(usage);
        await announce({ question, estimate_usd: meter.estimate() }, meter.leaveToOthers);
        const outcome = await model
          .ask<T>({ ...question, mayGoOn: (next) => meter.mayGoOn(next) })
          .catch((error: unknown) => {
            if (error instanceof ConversationBroke) meter.pay(error.usage);
            throw error;
          });
        meter.pay(outcome.usage);
        usage.push(...outcome.usage);
        if (outcome.kind === "stopped") throw meter.refused(usage);
        return outcome;
      } finally {
        meter.close();
      }
    },
  };
}

/** A call takes about as long. */
const OTHERS_MS = 60_000;

type Surroundings = Pick<Ledger, "accounts" | "repository"> & { readonly state: () => FactoryState };

/** Follows one conversation: pays its calls as they are made, and sets aside what the next one can cost. */
function openMeter(question: Question<unknown>, { accounts, repository, state }: Surroundings) {
  const { config, subject, signal } = question;
  const run = question.pack.created_for.run_id;
  let paid = 0;
  let reached: LimitReached | undefined;
  let release = () => {};
  let estimate: number | null = null;
  const account = () => accounts.of(repository, state());
  const pay = (usage: readonly UsageLine[]) => {
    account().pay(usage.slice(paid));
    paid = usage.length;
  };
  const limitsIn = ({ checkpoint }: FactoryState) => ({
    budgets: config.budgets,
    project: checkpoint.limits ?? config.budgets,
  });
  return {
    pay,
    close: () => release(),
    estimate: () => estimate,
    /** There is money for this call, unless what other replicas have under way turns out to be as dear as it can be. */
    leaveToOthers(newest: FactoryState, now: Instant): void {
      const { task } = subject;
      const reserved = reservedBy(newest.under_way ?? {}, { task, now, except: new Set([...account().runs(), run]) });
      const call = { task, estimate_usd: estimate, reserved };
      if (limitReached(account().spent(newest), call, limitsIn(newest)) === undefined) return;
      throw new LimitedUntil(Date.parse(now) + OTHERS_MS, "what other calls under way can cost");
    },
    async mayGoOn(next?: NextTurn): Promise<boolean> {
      release();
      if (next !== undefined) pay(next.usage);
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
        // There is money for this call, unless those under way turn out to be as dear as they can be.
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
 * What a call that was not made means: its task halts, the project comes to a checkpoint, or its draft waits. The calls
 * that were made before it are paid, and what they were given is kept.
 */
export function budgetResult(error: BudgetReached, effect: JobEffect, at: Instant): JobResult {
  const { reached, state, message, paid } = error;
  const usage = [...paid.usage];
  const payment: FactoryEvent[] = usage.length === 0 ? [] : [{ kind: "calls-paid", at, usage }];
  return { events: eventsOf(reached), files: usage.length === 0 ? [] : [packFile(paid.pack)] };

  function eventsOf(limit: LimitReached): FactoryEvent[] {
    if (effect.kind === "draft-spec") {
      const asked = usage.length === 0 ? "No model was asked" : "The model was not asked any further";
      const why = `${asked}: ${message}. Raise \`budgets\` in .factory/config.yml.`;
      return [{ kind: "draft-failed", at, round: effect.round.number, why, usage }];
    }
    if (limit.of === "task" && effect.kind === "ask-role") {
      const { task, question } = effect;
      // One event and not two: whoever refuses the halt, because it has it already, does not pay either.
      const move: TaskEvent = { kind: "work-failed", cause: limit.cause, question, usage };
      return [{ kind: "work-moved", at, task_id: task, move }];
    }
    if (limit.of === "task" && effect.kind === "debate-contract") {
      const why = [`${usage.length === 0 ? "No model was asked" : "The model was not asked any further"}: ${message}.`];
      const move: ChangeEvent = { kind: "debate-ended", question: effect.question, usage, why };
      return [{ kind: "interface-change-moved", at, exception_id: effect.exception, move }];
    }
    return [...payment, { kind: "checkpoint-reached", at, ...checkpointAt(limit, state.checkpoint) }];
  }
}

/** Money that is spent says nothing about calls that are made: `/factory budget` raises the one limit and not the other. */
function checkpointAt(limit: LimitReached, { record, opened: after }: FactoryState["checkpoint"]) {
  if (limit.of === "project" && limit.unit === "calls")
    return { triggers: ["calls-exhausted" as const], record, after };
  const reached = limit.of === "project" ? { hard_usd: limit.limit } : {};
  return { triggers: ["budget-exhausted" as const], record: { ...record, fired: FIRED }, after, ...reached };
}

/** Whoever is told that the limit is reached need not be told that it is near. */
const FIRED: FactoryState["checkpoint"]["record"]["fired"] = ["budget-warning", "budget-critical", "budget-exhausted"];
