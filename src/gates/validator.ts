import type { GatePart, GateRunType } from "../domain/gates/gate-request.js";
import type { GateNumber, ValidatorCode } from "../domain/gates/validator-code.js";
import type { GateStatus } from "../domain/validation/gate-status.js";
import type { GateContext } from "./gate-context.js";

/** The place of a finding in a file. Lines count from 1. */
export type Place = { readonly path: string; readonly line: number; readonly message: string };

/** A validator's finding about one context. */
export type Finding = {
  readonly status: GateStatus;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly places: readonly Place[];
  /** Replaces the validator's own fix text if that would not fit. */
  readonly fix?: string;
};

/** One of the 25 checks. It is pure: the same context always gives the same finding. */
export type Validator = {
  readonly code: ValidatorCode;
  readonly gate: GateNumber;
  /** A soft validator warns where a hard one blocks. */
  readonly hard: boolean;
  readonly runTypes: readonly GateRunType[];
  readonly part: GatePart;
  /** It judges what is written in files, so what it finds may have been there before the change. */
  readonly readsBase?: true;
  /** What to do if it does not pass (requirements.md#messages-and-fixes). */
  readonly fix: string;
  check(context: GateContext): Finding;
};

type Extras = { readonly details?: Finding["details"]; readonly places?: readonly Place[]; readonly fix?: string };

/** A finding with defaults for its optional parts. */
export function finding(status: GateStatus, message: string, extras: Extras = {}): Finding {
  return { status, message, details: {}, places: [], ...extras };
}
