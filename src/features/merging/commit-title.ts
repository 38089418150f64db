import type { Config } from "../../domain/config/config.js";
import type { TaskId } from "../../domain/ids.js";
import { UNFINISHED } from "./skip-ci.js";

/**
 * The first line of a commit on a task's branch. By default it skips the repository's own workflows, which would run
 * machine-written code with the repository's secrets before any gate. The commit that completes the branch does not
 * skip them, so they run once, on the head that is merged (decisions.md#intermediate-commits-skip-ci). `branchMessage` says the
 * same in the words that GitHub reads.
 */
export function commitTitle(
  task: TaskId,
  words: string,
  { ci, isComplete }: Pick<Config, "ci"> & { readonly isComplete: boolean },
): string {
  const runs = ci === "always" || isComplete;
  return `factory: ${task} - ${words}${runs ? "" : UNFINISHED}`;
}
