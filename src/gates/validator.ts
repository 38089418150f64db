import type { GatePart, GateRunType } from "../domain/gates/gate-request.js";
import type { GateNumber, ValidatorCode } from "../domain/gates/validator-code.js";
import type { GateStatus } from "../domain/validation/gate-status.js";
import type { GateContext } from "./gate-context.js";

/** Where in a file a finding shows; lines count from 1. */
export type Place = { readonly path: string; readonly line: number; readonly message: string };

/** What one validator says about one context. */
export type Finding = {
  readonly status: GateStatus;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly places: readonly Place[];
  /** In place of the validator's own words, where these would miss the point. */
  readonly fix?: string;
};

/** One of the 25 checks: pure, so that the same context always gets the same finding. */
export type Validator = {
  readonly code: ValidatorCode;
  readonly gate: GateNumber;
  /** A soft validator warns where a hard one blocks. */
  readonly hard: boolean;
  readonly runTypes: readonly GateRunType[];
  readonly part: GatePart;
  /** What to do when it does not pass (requirements.md#messages-and-fixes). */
  readonly fix: string;
  check(context: GateContext): Finding;
};

type Extras = { readonly details?: Finding["details"]; readonly places?: readonly Place[]; readonly fix?: string };

/** A finding with the parts that most of them leave empty. */
export function finding(status: GateStatus, message: string, extras: Extras = {}): Finding {
  return { status, message, details: {}, places: [], ...extras };
}
