import { z } from "zod";
import { Instant, TaskId } from "../../domain/ids.js";

/** So many equal errors in a row are no accident: only a person can help (decisions.md#the-same-error-three-times). */
export const MOST_FAILURES = 3;

/** The words of an error are kept up to this length. */
const LONGEST_WHY = 2_000;

/** A job that ended with an error: what it was for, the error's words, and how often it was the same. */
export const FailingJob = z.strictObject({
  what: z.string().min(1),
  task: TaskId.nullable(),
  why: z.string().min(1),
  times: z.int().positive(),
  since: Instant,
  last_at: Instant,
});
export type FailingJob = z.infer<typeof FailingJob>;

/** What an error says, as it is kept. An error without words has its name. */
export function wordsOf(error: unknown): string {
  const said = error instanceof Error ? error.message || error.name : String(error);
  const whole = (said === "" ? "an error without words" : said).toWellFormed();
  return whole.length <= LONGEST_WHY ? whole : `${whole.slice(0, LONGEST_WHY - 1).replace(/\p{Surrogate}$/u, "")}…`;
}
