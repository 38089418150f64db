import type { CommandRow, RowOf } from "./define-command.js";
import type { Verb } from "./verb.js";
import { abandon } from "./verbs/abandon.js";
import { abort } from "./verbs/abort.js";
import { adjust } from "./verbs/adjust.js";
import { amend } from "./verbs/amend.js";
import { amendSpec } from "./verbs/amend-spec.js";
import { acceptAmendment } from "./verbs/amendment-accept.js";
import { rejectAmendment } from "./verbs/amendment-reject.js";
import { approve } from "./verbs/approve.js";
import { budget } from "./verbs/budget.js";
import { continueWork } from "./verbs/continue.js";
import { deprecate } from "./verbs/deprecate.js";
import { fix } from "./verbs/fix.js";
import { help } from "./verbs/help.js";
import { approveInterfaceChange } from "./verbs/ice-approve.js";
import { deferInterfaceChange } from "./verbs/ice-defer.js";
import { rejectInterfaceChange } from "./verbs/ice-reject.js";
import { override } from "./verbs/override.js";
import { pause } from "./verbs/pause.js";
import { reject } from "./verbs/reject.js";
import { release } from "./verbs/release.js";
import { resume } from "./verbs/resume.js";
import { retry } from "./verbs/retry.js";
import { revisePlan } from "./verbs/revise-plan.js";
import { split } from "./verbs/split.js";
import { status } from "./verbs/status.js";
import { undo } from "./verbs/undo.js";

/** Every command by its verb; the compiler lists what was forgotten. */
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

/** The table that parsing, authorisation and help are all made of. */
export const COMMANDS: readonly CommandRow[] = Object.values(ROWS);

export function commandRow(verb: Verb): CommandRow {
  return ROWS[verb];
}
