import type { ModuleRef } from "../../domain/ids.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import type { ModuleWork } from "../modules/module-work.js";
import { ask } from "../modules/questions.js";
import type { TaskWork } from "../modules/task-work.js";

/** A review without a usable answer, of work that is unchanged. */
export type LostReview = { readonly module: ModuleRef; readonly role: "challenger" | "arbiter" };

/**
 * The review that caused the halt, if nothing else failed. Its question can be asked again without any other work
 * (decisions.md#a-mild-review-costs-no-revision). Only one at a time, because the answer may cause writes.
 */
export function lostReview({ stage, modules }: TaskWork): LostReview | undefined {
  if (stage.stage !== "halted" || roleOf(stage.cause) === undefined) return undefined;
  const lost = modules.flatMap((module) =>
    module.step.step === "failed" ? [reviewOf(module, module.step.cause)] : [],
  );
  return lost.every((review) => review !== undefined) ? lost[0] : undefined;
}

function reviewOf({ module_ref, judged, failures, trail }: ModuleWork, cause: HaltCause): LostReview | undefined {
  const role = roleOf(cause);
  const isJudged = judged !== null && failures.length === 0 && trail.proposals.length > 0;
  return role === undefined || !isJudged ? undefined : { module: module_ref, role };
}

function roleOf(cause: HaltCause): LostReview["role"] | undefined {
  if (cause.kind === "mild-review-violation") return "challenger";
  if (cause.kind !== "write-attempt") return undefined;
  return cause.role === "challenger" || cause.role === "arbiter" ? cause.role : undefined;
}

const ACTIVITY_OF = { challenger: "challenge", arbiter: "adjudicate" } as const;

/** The same work with that reviewer's question open again. */
export function reviewAgain(work: TaskWork, { module, role }: LostReview): TaskWork {
  const reviewed = work.modules.find(({ module_ref }) => module_ref === module);
  return reviewed === undefined ? work : ask(work, reviewed, { activity: ACTIVITY_OF[role] });
}
