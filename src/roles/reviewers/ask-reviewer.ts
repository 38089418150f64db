import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { guardReviewer } from "../../domain/debate/write-guard.js";
import type { Question, RoleModel, RoleOutcome } from "../../model/model-port.js";

/** What a reviewer said; or that it tried to write twice, which no review survives. */
export type ReviewOutcome<T> =
  | RoleOutcome<T>
  | { readonly kind: "wrote"; readonly attempted: readonly string[]; readonly usage: readonly UsageLine[] };

/**
 * Reviewers judge and never write. They are given no tool that could; an attempt is still an attempt: its answer is
 * discarded, however good it is, and asked for once more (requirements.md#write-guard).
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
