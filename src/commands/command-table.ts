import { acceptAmendment } from "../features/amendments/commands/amendment-accept.js";
import { rejectAmendment } from "../features/amendments/commands/amendment-reject.js";
import { budget } from "../features/budget/commands/budget.js";
import { abort } from "../features/checkpoints/commands/abort.js";
import { adjust } from "../features/checkpoints/commands/adjust.js";
import { continueWork } from "../features/checkpoints/commands/continue.js";
import { deprecate } from "../features/deprecation/commands/deprecate.js";
import { abandon } from "../features/halts/commands/abandon.js";
import { amendSpec } from "../features/halts/commands/amend-spec.js";
import { fix } from "../features/halts/commands/fix.js";
import { override } from "../features/halts/commands/override.js";
import { retry } from "../features/halts/commands/retry.js";
import { revisePlan } from "../features/halts/commands/revise-plan.js";
import { split } from "../features/halts/commands/split.js";
import { help } from "../features/inbox/commands/help.js";
import { approveInterfaceChange } from "../features/interface-change/commands/ice-approve.js";
import { deferInterfaceChange } from "../features/interface-change/commands/ice-defer.js";
import { rejectInterfaceChange } from "../features/interface-change/commands/ice-reject.js";
import { pause } from "../features/pause/commands/pause.js";
import { resume } from "../features/pause/commands/resume.js";
import { release } from "../features/release/commands/release.js";
import { amend } from "../features/spec/commands/amend.js";
import { approve } from "../features/spec/commands/approve.js";
import { reject } from "../features/spec/commands/reject.js";
import { status } from "../features/status/commands/status.js";
import { undo } from "../features/undo/commands/undo.js";
import type { CommandRow, RowOf } from "./define-command.js";
import type { Verb } from "./verb.js";

/** Every command by its verb; the compiler reports missing ones. */
const ROWS: { readonly [V in Verb]: RowOf<V> } = {
  approve,
  reject,
  amend,
  override,
  "amend-spec": amendSpec,
  split,
  "revise-plan": revisePlan,
  fix,
  abandon,
  retry,
  "ice approve": approveInterfaceChange,
  "ice reject": rejectInterfaceChange,
  "ice defer": deferInterfaceChange,
  "amendment accept": acceptAmendment,
  "amendment reject": rejectAmendment,
  continue: continueWork,
  adjust,
  budget,
  abort,
  status,
  pause,
  resume,
  undo,
  deprecate,
  release,
  help,
};

/** The table for parsing, authorisation and help. */
export const COMMANDS: readonly CommandRow[] = Object.values(ROWS);

export function commandRow(verb: Verb): CommandRow {
  return ROWS[verb];
}
