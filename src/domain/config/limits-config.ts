import { z } from "zod";
import { MAX_GATE_ATTEMPTS, MAX_RE_ASKS, MAX_REVISIONS } from "../debate/limits.js";

const usd = z.number().positive().max(1_000_000);
const count = z.int().min(1).max(1_000_000);
const atMost = (ceiling: number, least: number) => z.int().min(least).max(ceiling).default(ceiling);

/** What a project may spend (decisions.md#checkpoints-fire-once, decisions.md#caps). */
export const BudgetsConfig = z.strictObject({
  warn_usd: usd.default(5).describe("Pauses once at a checkpoint when the project has cost this much."),
  hard_usd: usd.default(25).describe("No model is asked any more when the next call could pass this."),
  per_task_usd: usd.default(10).describe("The same limit for a single task."),
  max_calls_per_task: count.default(80).describe("Model calls for one task, failed ones included."),
  max_calls_per_project: count.default(2_000).describe("Model calls for the whole project, failed ones included."),
  max_comments_per_task: count
    .default(60)
    .describe(
      "Comments and reviews the App writes for one task. At this many it halts and says so; answers then go into one comment that is kept current.",
    ),
  max_commands_per_user_per_hour: count.default(30).describe("Commands of one person that are answered in an hour."),
  max_cycles_without_progress: count.default(5).describe("Rounds that advance nothing before the loop stops and asks."),
});
export type BudgetsConfig = z.infer<typeof BudgetsConfig>;

/**
 * The only retry budget (decisions.md#one-retry-budget). Its numbers are ceilings: configuration can only lower them.
 */
export const RetriesConfig = z.strictObject({
  invalid_answers: atMost(MAX_RE_ASKS, 0).describe("Times a role is asked again after an invalid answer."),
  gate_attempts: atMost(MAX_GATE_ATTEMPTS, 1).describe("Gate attempts in one debate round."),
  revisions: atMost(MAX_REVISIONS, 0).describe("Revisions of a proposal before the Arbiter decides."),
  challenger_reasks: atMost(MAX_RE_ASKS, 0).describe("Times a mild review is asked again before it escalates."),
});
export type RetriesConfig = z.infer<typeof RetriesConfig>;
