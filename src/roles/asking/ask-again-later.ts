import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { LimitedUntil } from "../../domain/errors.js";
import type { Instant } from "../../domain/ids.js";
import { reactionTo } from "../../domain/validation/taxonomy.js";
import type { FileToWrite } from "../../engine/effect.js";
import type { FactoryEvent } from "../../engine/event.js";
import { AFTER_FAILURE_MS, type JobResult } from "../../engine/ports.js";
import { nextTry, type Postponed } from "../../features/questions/postponed.js";
import {
  ConversationBroke,
  type LimitedModel,
  type Passing,
  type Question,
  type RoleModel,
  type RoleOutcome,
} from "../../model/model-port.js";
import { packFile } from "./records.js";

/** The model cannot be had before an instant, or nobody knows before which: a wait like any other. */
class ModelAway extends LimitedUntil {
  constructor(
    until: Instant,
    readonly why: string,
    /** Whether the state says already that this question waits. */
    readonly isNoted: boolean,
  ) {
    super(Date.parse(until), `the model cannot be had (${why})`);
  }
}

type Asking = {
  /** The job that asks, by its key. */
  readonly job: string;
  readonly now: () => Instant;
  /** Since when this job has asked in vain, as the state knows it now. */
  readonly postponed: () => Promise<Postponed | undefined>;
};

/** One job's model, and what becomes of the job however it ends. */
export type LaterAsker = {
  readonly model: RoleModel;
  putOff(limit: LimitedUntil): JobResult;
  /** The same result with what every role that was asked was given: no call leaves less behind. */
  withPacks(result: JobResult): JobResult;
  /** What a job leaves that nobody waits for any more: what it cost. */
  unanswered(): JobResult;
  /** What a job that broke leaves: its calls are paid. Undefined when it made none. */
  brokenBy(error: unknown): JobResult | undefined;
};

/**
 * The same model, for a job that ends when its model is overloaded or cannot be reached, or a tool meets GitHub's limit:
 * its question stays open and is asked again later, afresh. Where that has lasted too long, or the repository wants to
 * hear of the first crash, the job is told what happened.
 */
export function askAgainLater(model: LimitedModel, { job, now, postponed }: Asking): LaterAsker {
  const usage: UsageLine[] = [];
  const packs = new Map<string, FileToWrite>();
  return {
    model: {
      name: model.name,
      webSearch: model.webSearch,
      async ask<T>(question: Question<T>) {
        packs.set(question.pack.context_pack_id, packFile(question.pack));
        const outcome = await model.ask(question).catch((error: unknown) => {
          if (error instanceof ConversationBroke) usage.push(...error.usage);
          throw error;
        });
        usage.push(...outcome.usage);
        if (outcome.kind === "limited") throw new LimitedUntil(Date.parse(outcome.until), outcome.limit);
        const passing = passingOf(outcome);
        if (passing === undefined || reactionTo("impl-crash", question.config.failure_actions) !== "retry")
          return outcome;
        const since = (await postponed())?.since;
        const until = nextTry({ now: now(), since, retryAfterMs: passing.retryAfterMs });
        if (until === null) return outcome;
        throw new ModelAway(until, passing.why, since !== undefined);
      },
    },
    putOff(limit) {
      const events = left(limit);
      const again = { until: limit.until, why: limit.limit };
      return { events, files: events.length === 0 ? [] : [...packs.values()], again };
    },
    withPacks(result) {
      const known = new Set(result.files.map(({ path }) => path));
      const missing = [...packs.values()].filter(({ path }) => !known.has(path));
      return usage.length === 0 || missing.length === 0 ? result : { ...result, files: [...result.files, ...missing] };
    },
    unanswered: () => ({ events: paid(), files: usage.length === 0 ? [] : [...packs.values()] }),
    brokenBy(error) {
      if (usage.length === 0) return undefined;
      const at = now();
      const until = new Date(Date.parse(at) + AFTER_FAILURE_MS).toISOString();
      return {
        events: paid(),
        files: [...packs.values()],
        again: { until, why: "it broke, and is tried again" },
        broken: error,
      };
    },
  };

  function paid(): FactoryEvent[] {
    return usage.length === 0 ? [] : [{ kind: "calls-paid", at: now(), usage }];
  }

  /** A try that cost nothing leaves nothing once the wait is noted: a state commit for each would say the same again. */
  function left(limit: LimitedUntil): FactoryEvent[] {
    const at = now();
    if (!(limit instanceof ModelAway)) return paid();
    if (limit.isNoted && usage.every(isFree)) return [];
    return [{ kind: "question-postponed", at, job, why: limit.why, usage }];
  }
}

/** What is said about a fault that may be over soon. */
function passingOf(outcome: RoleOutcome<unknown>): (Passing & { readonly why: string }) | undefined {
  if (outcome.kind === "overloaded") return outcome;
  return outcome.kind === "failed" && outcome.passing !== undefined
    ? { ...outcome.passing, why: outcome.why }
    : undefined;
}

function isFree(line: UsageLine): boolean {
  return line.input_tokens + line.output_tokens + line.cache_read_tokens + line.cache_write_tokens === 0;
}
