import { z } from "zod";
import { Role } from "../../domain/artifacts/producer.js";
import { totalUsage, type UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { TaskId } from "../../domain/ids.js";

const Sum = z.strictObject({
  calls: z.int().min(0),
  known_usd: z.number().min(0),
  /** Calls of models without a price. If there are any, `known_usd` is a lower bound. */
  unknown_cost_calls: z.int().min(0),
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
});
type Sum = z.infer<typeof Sum>;

/** The cost so far of the project, of each task and of each role. The single lines are in the events. */
export const Spent = z.strictObject({
  project: Sum,
  tasks: z.record(TaskId, Sum),
  roles: z.partialRecord(Role, Sum).default({}),
});
export type Spent = z.infer<typeof Spent>;

export const NOTHING: Sum = { calls: 0, known_usd: 0, unknown_cost_calls: 0, input_tokens: 0, output_tokens: 0 };

export const NOTHING_SPENT: Spent = { project: NOTHING, tasks: {}, roles: {} };

export function spend(spent: Spent, lines: readonly UsageLine[]): Spent {
  const tasks = { ...spent.tasks };
  const roles = { ...spent.roles };
  for (const line of lines) {
    if (line.task !== null) tasks[line.task] = add(tasks[line.task] ?? NOTHING, [line]);
    roles[line.role] = add(roles[line.role] ?? NOTHING, [line]);
  }
  return { project: add(spent.project, lines), tasks, roles };
}

function add(sum: Sum, lines: readonly UsageLine[]): Sum {
  const total = totalUsage(lines);
  return {
    calls: sum.calls + total.calls,
    known_usd: sum.known_usd + total.known_cost_usd,
    unknown_cost_calls: sum.unknown_cost_calls + total.unknown_cost_calls,
    input_tokens: sum.input_tokens + total.input_tokens + total.cache_read_tokens + total.cache_write_tokens,
    output_tokens: sum.output_tokens + total.output_tokens,
  };
}
