import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { guardReviewer } from "../../domain/debate/write-guard.js";
import type { Question, RoleModel, RoleOutcome } from "../../model/model-port.js";

/** A reviewer's answer; or that it tried to write twice, which ends the review. */
export type ReviewOutcome<T> =
  | RoleOutcome<T>
  | { readonly kind: "wrote"; readonly attempted: readonly string[]; readonly usage: readonly UsageLine[] };

/**
 * Reviewers judge and never write. They get no tool to write; if one tries all the same, its answer is discarded and
 * requested once more (requirements.md#write-guard).
 */
export async function askReviewer<T>(model: RoleModel, question: Question<T>): Promise<ReviewOutcome<T>> {
  const usage: UsageLine[] = [];
  for (let discarded = 0; ; discarded += 1) {
    const outcome = await model.ask(question);
    usage.push(...outcome.usage);
    const guard = guardReviewer(outcome.calls ?? [], discarded);
    if (guard.next === "accept") return { ...outcome, usage };
    if (guard.next === "escalate") return { kind: "wrote", attempted: guard.attempted, usage };
  }
}
