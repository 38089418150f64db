import { z } from "zod";
import type { CommandResult } from "../../commands/define-command.js";
import { ModuleRef } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { Statement } from "../../domain/statement.js";
import type { ObservedComment } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { isPaused } from "../pause/is-paused.js";
import { isFinished } from "../spec/reduce-product.js";

/** The arguments of `/factory deprecate` besides the module (decisions.md#deprecating-a-module). */
export const DeprecationPayload = z.strictObject({
  reason: Statement,
  migration_note: Statement,
  replacement: ModuleRef.nullable(),
  migrate: z.boolean().exactOptional(),
});
export type DeprecationPayload = z.infer<typeof DeprecationPayload>;

/** `/factory deprecate <module@version>`: a job checks it against the code index (requirements.md#deprecation). */
export function orderDeprecation(
  { state, now: at }: Situation,
  { module_ref, payload }: { readonly module_ref: ModuleRef; readonly payload: DeprecationPayload },
  comment: ObservedComment,
): Outcome<CommandResult> {
  const status = state.project?.status;
  if (isPaused(state)) return refuse("paused", "It is paused. Say `/factory resume` first.");
  // Shipped modules outlive their project. Aborted projects are not changed.
  if (isFinished(state) && status !== "RELEASED")
    return refuse(
      "project-ended",
      "This product was ended early and is kept as it is. Deprecate it from the next one.",
    );
  const order = { module_ref, ...payload, asked_by: comment.author.login, issue: comment.issue, at };
  return accept({
    events: [{ kind: "deprecation-ordered", at, order }],
    answer: `${module_ref} is looked up in the code index. The change goes by a pull request of its own; you hear here when it is merged.`,
  });
}
