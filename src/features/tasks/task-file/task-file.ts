import { z } from "zod";
import { formatPath } from "../../../domain/deficiency.js";
import { Instant, ModuleRef, TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { complaintOf } from "../../spec/criteria/complaint.js";
import { Line, Prose } from "../../spec/criteria/text.js";
import { IoContractSketch } from "../../spec/product-spec.js";

const NEEDS_ONE = "needs at least one entry";

/** One ancestor of the task in its file. */
export const TaskContext = z.strictObject({ name: Line, description: Prose });
export type TaskContext = z.infer<typeof TaskContext>;

/** What a task may know of an upstream module: its contract and examples in words, never its source. */
export const DependencyContract = z.strictObject({ module_ref: ModuleRef, summary: Prose });
export type DependencyContract = z.infer<typeof DependencyContract>;

/** Criteria that a person replaced, kept for good (requirements.md#resolutions). */
const CriteriaAmendment = z.strictObject({
  amended_at: Instant,
  rationale: Prose,
  original_acceptance_criteria: z.array(Prose).min(1, NEEDS_ONE),
});

/**
 * All that the engineering loop gets about a task (requirements.md#task-file). Every field is required; empty lists are
 * explicit.
 */
export const TaskFile = z.strictObject({
  task_id: TaskId,
  name: Line,
  pillar: TaskContext,
  epic: TaskContext,
  story: TaskContext,
  description: Prose,
  subtasks: z.array(Prose).min(1, NEEDS_ONE),
  acceptance_criteria: z.array(Prose).min(1, NEEDS_ONE),
  contract: IoContractSketch,
  /** Filled in at dispatch; the file says "none" until then (decisions.md#task-files-say-none). */
  dependency_contracts: z.array(DependencyContract),
  error_cases: z.array(Prose).min(1, NEEDS_ONE),
  amendments: z.array(CriteriaAmendment),
});
export type TaskFile = z.infer<typeof TaskFile>;

/** An incomplete task file: any field may be missing. */
export type TaskFileCandidate = { readonly [Field in keyof TaskFile]?: unknown };

/** One field that cannot be filled, in a sentence that names the task by id and by name. */
export type FieldProblem = { readonly field: string; readonly message: string };

/** The file, or every field that cannot be filled (requirements.md#task-file). */
export function checkTaskFile(candidate: TaskFileCandidate): Outcome<TaskFile> {
  const read = TaskFile.safeParse(candidate);
  if (read.success) return accept(read.data);
  const problems = fieldProblems(read.error, candidate);
  return refuse("task-file-incomplete", problems.map(({ message }) => message).join("\n"), { problems });
}

export function fieldProblems(error: z.ZodError, candidate: TaskFileCandidate): FieldProblem[] {
  const task = `${candidate.task_id ?? "a task without id"} (${JSON.stringify(candidate.name ?? "unnamed")})`;
  return error.issues.map((issue) => ({
    field: String(issue.path[0] ?? ""),
    message: `${task}: ${formatPath(issue.path)} ${complaintOf(issue, candidate)}.`,
  }));
}
