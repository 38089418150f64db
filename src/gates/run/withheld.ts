import type { ConfinementPolicy } from "../../domain/config/gates-config.js";
import { HOW_TO_ACCEPT, HOW_TO_CONFINE, type WithheldDetails } from "../../domain/gates/confinement.js";
import type { CommandResult } from "../../domain/gates/gate-report.js";
import { type Finding, finding } from "../validator.js";
import type { Confinement } from "./confine.js";

/** Commands of the candidate that do not run: the reason, and what to do about it. */
export type Withheld = { readonly reason: string; readonly message: string; readonly fix: string };

/** Undefined if commands may run: they are confined, or the configuration allows unconfined runs. */
export function withheldFor(
  confinement: Confinement,
  policy: ConfinementPolicy,
  /** How to allow an unconfined run from the place where this run was started. */
  howToAccept = HOW_TO_ACCEPT,
): Withheld | undefined {
  if (confinement.kind !== "none" || policy === "preferred") return undefined;
  const { reason } = confinement;
  return {
    reason,
    message: `Not run: nothing on this machine confines code under test (${reason}), and gates.confinement is required`,
    fix: `${HOW_TO_CONFINE} ${howToAccept}`,
  };
}

/** The result of a validator whose command did not run. */
export function withheldFinding({ reason, message, fix }: Withheld): Finding {
  return finding("NOT_RUN", message, { fix, details: { nothingConfines: reason } satisfies WithheldDetails });
}

/** A required step that was not started. */
export function withheldStep(name: string, { message, fix }: Withheld): CommandResult {
  return {
    name,
    command: "",
    required: true,
    status: "NOT_RUN",
    exit_code: null,
    duration_ms: 0,
    output: `${message}. ${fix}`,
  };
}
