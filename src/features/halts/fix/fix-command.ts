import type { z } from "zod";
import { helpFor } from "../../../commands/help.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { taskBranch } from "../../../engine/branches.js";
import type { Situation } from "../../../engine/situation.js";
import type { HumanResolution, ProvideFix } from "../resolution/human-resolution.js";

/**
 * A fix is either in the comment, or already pushed to the task's branch (PROVIDE_FIX in requirements.md#resolutions).
 */
export type OfferedFix =
  | { readonly from: "comment"; readonly resolution: z.infer<typeof ProvideFix> }
  | { readonly from: "branch"; readonly fix_description: string | null };

/** A fix is either in the comment, or already on the task's branch: then its head is meant. */
export function resolutionOfFix(situation: Situation, task: TaskId | null, fix: OfferedFix): Outcome<HumanResolution> {
  if (fix.from === "comment") return accept(fix.resolution);
  const { state, observed, config } = situation;
  const work = task === null ? undefined : state.work[task];
  const halted = task !== null && state.project?.tasks[task]?.status === "HALTED";
  const branch = taskBranch(config.branch_prefix, task ?? "T-...", state.project?.tasks[task ?? ""]);
  const pull = observed.pulls.find((candidate) => candidate.branch === branch);
  const description = fix.fix_description ?? "The commits that were pushed to the branch.";
  if (halted && pull?.state === "open" && pull.head === work?.head) {
    const message = `Nothing was pushed to \`${branch}\` since the task halted. Push your commits there and repeat the command, or write the files out:\n\n${helpFor("fix")}`;
    return refuse("nothing-pushed", message, { branch });
  }
  // The state machine, which knows what the task waits for, reports any other problem.
  return accept({ action: "PROVIDE_PUSHED_FIX", fix_description: description, head: pull?.head ?? "0".repeat(40) });
}
