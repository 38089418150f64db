import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { LimitedUntil } from "../../domain/errors.js";
import type { Instant } from "../../domain/ids.js";
import { reactionTo } from "../../domain/validation/taxonomy.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
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

/** The model is unavailable, perhaps until a known instant. */
class ModelAway extends LimitedUntil {
  constructor(
    until: Instant,
    readonly why: string,
    /** Whether the state has this wait already. */
    readonly isNoted: boolean,
  ) {
    super(Date.parse(until), `the model cannot be had (${why})`);
  }
}

type Asking = {
  /** The key of the job. */
  readonly job: string;
  readonly now: () => Instant;
  /** Since when this job has asked in vain, according to the present state. */
  readonly postponed: () => Promise<Postponed | undefined>;
};

/** A job's model, and what the job leaves behind in each case. */
export type LaterAsker = {
  readonly model: RoleModel;
  putOff(limit: LimitedUntil): JobResult;
  /** Adds what every asked role was given to the result. */
  withPacks(result: JobResult): JobResult;
  /** The result of a job that is not needed any more: its cost. */
  unanswered(): JobResult;
  /** The result of a job that broke: its calls are paid, and its failure is told. Undefined if there is neither. */
  brokenBy(error: unknown, failed: readonly FactoryEvent[]): JobResult | undefined;
};

/**
 * Ends the job when its model is overloaded or unreachable, or when a tool hits GitHub's rate limit: its question stays
 * open and is asked again later from the start. After too long, or if the repository wants to know the first crash, the
 * job gets the error instead.
 */
export function askAgainLater(model: LimitedModel, { job, now, postponed }: Asking): LaterAsker {
  const usage: UsageLine[] = [];
  const packs = new Map<string, FileToWrite>();
  return {
    model: {
      name: model.name,
      webSearch: model.webSearch,
      shown: model.shown,
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
    unanswered: () => ({ events: charged(), files: usage.length === 0 ? [] : [...packs.values()] }),
    brokenBy(error, failed) {
      if (usage.length === 0 && failed.length === 0) return undefined;
      const at = now();
      const until = new Date(Date.parse(at) + AFTER_FAILURE_MS).toISOString();
      return {
        events: [...charged(), ...failed],
        files: usage.length === 0 ? [] : [...packs.values()],
        again: { until, why: "it broke, and is tried again" },
        broken: error,
      };
    },
  };

  function charged(): FactoryEvent[] {
    return usage.length === 0 ? [] : [{ kind: "calls-charged", at: now(), usage }];
  }

  /** A try without cost leaves nothing once the wait is recorded, which saves a state commit for each. */
  function left(limit: LimitedUntil): FactoryEvent[] {
    const at = now();
    if (!(limit instanceof ModelAway)) return charged();
    if (limit.isNoted && usage.every(isFree)) return [];
    return [{ kind: "question-postponed", at, job, why: limit.why, usage }];
  }
}

/** The description of a temporary fault. */
function passingOf(outcome: RoleOutcome<unknown>): (Passing & { readonly why: string }) | undefined {
  if (outcome.kind === "overloaded") return outcome;
  return outcome.kind === "failed" && outcome.passing !== undefined
    ? { ...outcome.passing, why: outcome.why }
    : undefined;
}

function isFree(line: UsageLine): boolean {
  return line.input_tokens + line.output_tokens + line.cache_read_tokens + line.cache_write_tokens === 0;
}
