import { z } from "zod";
import { ContextPackId } from "../../domain/artifacts/artifact-id.js";
import { Role } from "../../domain/artifacts/producer.js";
import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { Instant, ModuleId, TaskId } from "../../domain/ids.js";
import type { Reserved } from "../budget/spending-check.js";

/**
 * A question to a model, recorded before its first call: what its role is given, and the most that one call can cost.
 * It stays here until its calls are paid.
 */
export const UnderWay = z.strictObject({
  since: Instant,
  pack: ContextPackId,
  role: Role,
  task: TaskId.nullable(),
  module: ModuleId.nullable(),
  model: z.string().min(1),
  prompt_version: z.string().min(1),
  /** Null for a model without a price. */
  estimate_usd: z.number().min(0).nullable(),
});
export type UnderWay = z.infer<typeof UnderWay>;

type Running = Readonly<Record<string, UnderWay>>;

/** No conversation lasts this long: its process has died, or its result was lost. */
export const LONGEST_MS = 3_600_000;

const isOver = ({ since }: UnderWay, now: Instant) => Date.parse(now) - Date.parse(since) >= LONGEST_MS;

/**
 * Lost calls as lines of the ledger: earlier runs of the same question, and whatever is older than any conversation.
 * Their real cost is unknown, so each counts as the most that one call can cost.
 */
export function lostCalls(running: Running, again: string, now: Instant): UsageLine[] {
  return Object.entries(running)
    .filter(([run, call]) => run === again || isOver(call, now))
    .map(([run_id, { role, task, module, model, prompt_version, estimate_usd }]) => ({
      at: now,
      run_id,
      role,
      task,
      module,
      model,
      prompt_version,
      request_id: null,
      input_tokens: 0,
      output_tokens: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      cost_usd: estimate_usd,
      outcome: "lost",
    }));
}

/** The possible cost of the other questions in progress. It is reserved for them. */
export function reservedBy(
  running: Running,
  { task, now, except }: { readonly task: TaskId | null; readonly now: Instant; readonly except: ReadonlySet<string> },
): Reserved {
  const calls = Object.entries(running)
    .filter(([run, call]) => !except.has(run) && !isOver(call, now))
    .map(([, call]) => call);
  const sum = (some: readonly UnderWay[]) => ({
    calls: some.length,
    usd: some.reduce((total, { estimate_usd }) => total + (estimate_usd ?? 0), 0),
  });
  return { project: sum(calls), task: sum(calls.filter((call) => task !== null && call.task === task)) };
}
