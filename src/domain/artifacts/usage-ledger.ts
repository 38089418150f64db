import { z } from "zod";
import { Instant, ModuleId, TaskId } from "../ids.js";
import { Role } from "./producer.js";

/** How a call ended. Only `answered` gives a result; every call costs. The cost of a `lost` call is not known. */
export const CallOutcome = z.enum(["answered", "refused", "truncated", "invalid", "overloaded", "failed", "lost"]);
export type CallOutcome = z.infer<typeof CallOutcome>;

const Tokens = z.int().min(0);

/** One model call, successful or failed (decisions.md#usage-is-a-ledger). */
export const UsageLine = z.strictObject({
  at: Instant,
  run_id: z.string().min(1),
  role: Role,
  /** Null for the product role. The module is null when the call was about the whole task. */
  task: TaskId.nullable(),
  module: ModuleId.nullable(),
  model: z.string().min(1),
  prompt_version: z.string().min(1),
  /** Null when the provider never answered. */
  request_id: z.string().min(1).nullable(),
  input_tokens: Tokens,
  output_tokens: Tokens,
  cache_read_tokens: Tokens,
  cache_write_tokens: Tokens,
  /** Searches that the provider made on the web. Absent when there were none. */
  web_searches: z.int().min(1).optional(),
  /** Null means "unknown" (a model without a price), which is not free. */
  cost_usd: z.number().min(0).nullable(),
  outcome: CallOutcome,
});
export type UsageLine = z.infer<typeof UsageLine>;

/** The sum of a set of calls. `known_cost_usd` is a lower bound when `unknown_cost_calls` is not zero. */
export type UsageTotal = {
  readonly calls: number;
  readonly calls_without_result: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly known_cost_usd: number;
  readonly unknown_cost_calls: number;
  readonly models_without_price: readonly string[];
};

export function totalUsage(lines: readonly UsageLine[]): UsageTotal {
  const sum = (pick: (line: UsageLine) => number) => lines.reduce((total, line) => total + pick(line), 0);
  const unknown = lines.filter((line) => line.cost_usd === null);
  return {
    calls: lines.length,
    calls_without_result: lines.filter((line) => line.outcome !== "answered").length,
    input_tokens: sum((line) => line.input_tokens),
    output_tokens: sum((line) => line.output_tokens),
    cache_read_tokens: sum((line) => line.cache_read_tokens),
    cache_write_tokens: sum((line) => line.cache_write_tokens),
    known_cost_usd: sum((line) => line.cost_usd ?? 0),
    unknown_cost_calls: unknown.length,
    models_without_price: [...new Set(unknown.map((line) => line.model))].sort(),
  };
}
