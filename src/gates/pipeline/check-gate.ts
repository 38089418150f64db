import { performance } from "node:perf_hooks";
import type { ValidatorResult } from "../../domain/gates/gate-report.js";
import type { GatePart } from "../../domain/gates/gate-request.js";
import type { GateNumber } from "../../domain/gates/validator-code.js";
import { applyRequirement, isBlocking } from "../../domain/validation/gate-status.js";
import type { GateContext } from "../gate-context.js";
import type { Finding, Validator } from "../validators.js";
import { sinceTheBase } from "./since-the-base.js";

/** Selects the validators of one gate, for the parts of this process. */
export type GateAsked = {
  readonly gate: GateNumber;
  readonly parts: readonly GatePart[];
  readonly validators: readonly Validator[];
  /** The result of validators that need a command, if none may run. */
  readonly withheld?: Finding | undefined;
};

/** Runs all validators of a gate, whatever the others find. Those of other run types are SKIPPED, with the reason. */
export function checkGate(context: GateContext, { gate, parts, validators, withheld }: GateAsked): ValidatorResult[] {
  return validators
    .filter((validator) => validator.gate === gate && parts.includes(validator.part))
    .map((validator) => {
      const started = performance.now();
      const answer = () =>
        (validator.part === "execute" ? withheld : undefined) ??
        sinceTheBase(validator, validator.check(context), context);
      const found = validator.runTypes.includes(context.runType) ? answer() : skipped(validator, context);
      return resultOf(validator, found, performance.now() - started);
    });
}

/** A gate after a failing one: its validators are NOT_RUN, which is never a pass. */
export function stoppedGate(
  context: GateContext,
  failed: GateNumber,
  { gate, parts, validators }: GateAsked,
): ValidatorResult[] {
  const stopped: Finding = { status: "NOT_RUN", message: `Not run: gate ${failed} failed`, details: {}, places: [] };
  return validators
    .filter((validator) => validator.gate === gate && parts.includes(validator.part))
    .map((validator) => {
      const isAsked = validator.runTypes.includes(context.runType);
      return resultOf(validator, isAsked ? stopped : skipped(validator, context), 0);
    });
}

export function blocks(results: readonly ValidatorResult[]): boolean {
  return results.some(({ status }) => isBlocking(status));
}

function skipped({ runTypes }: Validator, { runType }: GateContext): Finding {
  const message = `Skipped in a run of type ${runType}: it belongs to ${runTypes.join(" and ")}`;
  return { status: "SKIPPED", message, details: {}, places: [] };
}

const MAX_PLACES = 500;
const MAX_TEXT = 20_000;

function resultOf({ code, gate, hard, fix }: Validator, finding: Finding, durationMs: number): ValidatorResult {
  const status = applyRequirement(finding.status, hard);
  const places = finding.places.slice(0, MAX_PLACES);
  const dropped = finding.places.length - places.length;
  return {
    code,
    gate,
    status,
    message: cut(dropped === 0 ? finding.message : `${finding.message} (${dropped} more places are not listed)`),
    details: { ...finding.details },
    duration_ms: durationMs,
    fix: isBlocking(status) || status === "WARNING" ? cut(finding.fix ?? fix) : "",
    places: places.map((place) => ({ ...place, message: cut(place.message) })),
  };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT - 40)} [${text.length - MAX_TEXT + 40} characters left out]`;
}
