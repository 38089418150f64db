import { VALIDATORS_BY_GATE } from "../../domain/gates/validator-code.js";
import { cutLine } from "../../render/cut.js";
import type { GateFailure, ModuleWork, RoundEnd } from "./module-work.js";

/** A state that is kept for good has room for the beginning of each reason. The gate report has all of them. */
const MOST_REASONS = 10;
const LONGEST = 500;

/** Keeps why the last proposal went no further, for everybody who is asked about the next one. */
export function endRound(module: ModuleWork, by: RoundEnd["by"], reasons: readonly string[]): ModuleWork {
  const last = module.trail.proposals.at(-1);
  if (last === undefined || reasons.length === 0) return module;
  const leftOut = reasons.length - MOST_REASONS;
  const why = [
    ...reasons.slice(0, MOST_REASONS).map((reason) => cutLine(reason, LONGEST)),
    ...(leftOut > 0 ? [`and ${leftOut} more`] : []),
  ];
  return { ...module, ended: [...(module.ended ?? []), { proposal_id: last.proposal_id, by, why }] };
}

/**
 * What gates said, for readers who see no source: compilers and tests quote it, gates 0 and 1 run nothing
 * (requirements.md#who-sees-what).
 */
export function gateReasons(failures: readonly GateFailure[]): string[] {
  return failures.map(({ validator, message }) =>
    RUN_NOTHING.has(validator) ? `${validator}: ${message.split("\n")[0]}` : validator,
  );
}

const RUN_NOTHING: ReadonlySet<string> = new Set([...VALIDATORS_BY_GATE[0], ...VALIDATORS_BY_GATE[1]]);
