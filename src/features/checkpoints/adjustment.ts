import { z } from "zod";
import { formatPath } from "../../domain/deficiency.js";
import { TaskId } from "../../domain/ids.js";
import { Statement } from "../../domain/statement.js";

const entry = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? whyNotHere(issue.keys) : undefined),
  });

/** The fields of an entry, by its verb. */
const ENTRIES = {
  /** Removes a task from the plan for good. No remaining task may depend on it. */
  drop: entry({ drop: TaskId, reason: Statement }),
  /** Does not do the task. Its dependants stay blocked until a person decides about them. */
  skip: entry({ skip: TaskId, reason: Statement }),
  /** The first task no longer depends on the second, which is abandoned. */
  cut: entry({ cut: TaskId, from: TaskId }),
  /** These tasks go first, in this order. The others follow in their own order. */
  reorder: entry({ reorder: z.array(TaskId).min(1, "needs at least 1 task") }),
} as const;

const VERBS = ["drop", "skip", "cut", "reorder"] as const satisfies readonly (keyof typeof ENTRIES)[];
const NEW_TASK_KEYS = new Set(["add", "insert", "new", "create", "split"]);
const TASK_TEXT_KEYS = new Set(["description", "name", "task", "title", "acceptance_criteria", "subtasks"]);

/** One change of the plan. */
export const AdjustmentEntry = z.union([ENTRIES.drop, ENTRIES.skip, ENTRIES.cut, ENTRIES.reorder], {
  error: (issue) => (issue.code === "invalid_union" ? explain(issue.input) : undefined),
});
export type AdjustmentEntry = z.infer<typeof AdjustmentEntry>;

/**
 * The YAML list of `/factory adjust` (requirements.md#plan-adjustment). It is subtractive only: it drops, skips,
 * reorders and cuts. An entry that would add or edit a task is refused.
 */
export const PlanAdjustment = z.array(AdjustmentEntry).min(1, "needs at least 1 entry");
export type PlanAdjustment = z.infer<typeof PlanAdjustment>;

function whyNotHere(keys: readonly string[]): string | undefined {
  const newTask = keys.find((key) => NEW_TASK_KEYS.has(key));
  if (newTask !== undefined) {
    return `"${newTask}" would add work: an adjustment adds no tasks; a halted task can be divided by /factory split`;
  }
  const taskText = keys.find((key) => TASK_TEXT_KEYS.has(key));
  if (taskText === undefined) return undefined;
  return `"${taskText}" would edit a task: an adjustment edits none; a halted task is changed by /factory amend-spec`;
}

/**
 * The message of a union only says that nothing fits. This explains what is wrong with the verb that the person chose.
 */
function explain(input: unknown): string {
  const keys = typeof input === "object" && input !== null ? Object.keys(input) : [];
  const verb = VERBS.find((candidate) => keys.includes(candidate));
  if (verb === undefined) {
    return whyNotHere(keys) ?? `must be one of ${VERBS.join(", ")}, such as "drop: T-core-auth-login-001"`;
  }
  const issues = ENTRIES[verb].safeParse(input).error?.issues ?? [];
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${formatPath(path)}: ${message}`))
    .join("; ");
}
