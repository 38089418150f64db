import type { ObservedPattern } from "../../domain/budget/conventions.js";
import type { TaskWork } from "../modules/task-work.js";

/** The patterns that the reviews of a task's modules recommended, if both sides agreed: PASS, and approved. */
export function approvedPatterns({ modules }: Pick<TaskWork, "modules">): ObservedPattern[] {
  return modules.flatMap(({ trail, overridden_in }) => {
    const challenge = trail.challenges.at(-1);
    const decision = trail.adjudications.at(-1)?.decision;
    const approved = decision === "APPROVE" || decision === "APPROVE_WITH_AMENDMENTS";
    if (overridden_in !== undefined || challenge?.verdict !== "PASS" || !approved) return [];
    return challenge.patterns ?? [];
  });
}
