import type { Deficiency } from "../../../domain/deficiency.js";
import { causeRow, type HaltCause } from "./causes.js";
import type { RequiredTrail } from "./define-cause.js";
import type { Escalation } from "./escalation.js";
import { minimalDecision } from "./minimal-decision.js";
import { otherFailures } from "./other-failures.js";

/** What an escalation lacks for its cause, beyond its schema. Empty means complete. */
export function checkCompleteness(escalation: Escalation): Deficiency[] {
  return [
    ...trailGaps(escalation),
    ...unrecordedVerdicts(escalation),
    ...unlistedFailures(escalation),
    ...moduleGaps(escalation),
    ...unexplainedModules(escalation),
    ...planGaps(escalation),
    ...subgraphGaps(escalation),
  ];
}

/** The cause of the halt, and those of the failed modules. */
function causesOf({ cause, module_causes = [] }: Escalation): HaltCause[] {
  return [cause, ...otherFailures({ cause, module_causes }).map((failure) => failure.cause)];
}

function trailGaps(escalation: Escalation): Deficiency[] {
  const { debate_trail } = escalation;
  return causesOf(escalation).flatMap(({ kind }) => {
    const required: RequiredTrail = causeRow(kind).trail;
    return (["proposals", "challenges", "adjudications"] as const).flatMap((part) => {
      const [needed, found] = [required[part] ?? 0, debate_trail[part].length];
      if (found >= needed) return [];
      return [lack("debate_trail", part, `${kind} needs at least ${needed} ${part} on record, and there are ${found}`)];
    });
  });
}

/** A cause that names a verdict needs that verdict on record. */
function unrecordedVerdicts(escalation: Escalation): Deficiency[] {
  const { challenges, adjudications } = escalation.debate_trail;
  return causesOf(escalation).flatMap((cause) => {
    const gaps: Deficiency[] = [];
    if ("adjudication_id" in cause) {
      const known = adjudications.some(({ adjudication_id }) => adjudication_id === cause.adjudication_id);
      if (!known) gaps.push(lack("debate_trail", "adjudications", `${cause.adjudication_id} is not on record`));
    }
    if ("challenge_id" in cause) {
      const known = challenges.some(({ challenge_id }) => challenge_id === cause.challenge_id);
      if (!known) gaps.push(lack("debate_trail", "challenges", `${cause.challenge_id} is not on record`));
    }
    return gaps;
  });
}

function unlistedFailures(escalation: Escalation): Deficiency[] {
  const listed = new Set(escalation.failed_invariants.map(({ invariant }) => invariant));
  return causesOf(escalation)
    .flatMap((cause) => minimalDecision(cause).failed)
    .filter(({ invariant }) => !listed.has(invariant))
    .map(({ invariant }) => lack("failed_invariants", "failed_invariants", `"${invariant}" failed and is not listed`));
}

/**
 * A person can only decide about what the card shows (requirements.md#failed-modules,
 * requirements.md#escalation-record).
 */
function unexplainedModules({ module_outcomes, module_causes = [] }: Escalation): Deficiency[] {
  const explained = new Set(module_causes.map(({ module }) => module));
  return module_outcomes.failed
    .filter((module) => !explained.has(module))
    .map((module) => lack("module_causes", module, `why ${module} failed is not on record`));
}

function moduleGaps({ cause, module_outcomes }: Escalation): Deficiency[] {
  const gaps: Deficiency[] = [];
  if (causeRow(cause.kind).reach === "module" && "module" in cause && !module_outcomes.failed.includes(cause.module)) {
    gaps.push(lack("module_outcomes", "failed", `${cause.module} failed and is not listed as failed`));
  }
  const all = [...module_outcomes.failed, ...module_outcomes.abandoned, ...module_outcomes.shipped];
  for (const module of new Set(all.filter((ref, index) => all.indexOf(ref) !== index))) {
    gaps.push(lack("module_outcomes", "module_outcomes", `${module} is listed with more than one outcome`));
  }
  return gaps;
}

function planGaps({ cause, micro_plan }: Escalation): Deficiency[] {
  if (!causeRow(cause.kind).needsPlan || micro_plan !== undefined) return [];
  return [lack("micro_plan", "micro_plan", `${cause.kind} is about the locked plan, which is not on record`)];
}

function subgraphGaps({ task_id, state_subgraph }: Escalation): Deficiency[] {
  const own = state_subgraph[task_id];
  if (own === undefined) return [lack("state_subgraph", task_id, `the halted task ${task_id} itself is missing`)];
  return own.depends_on
    .filter((dependency) => state_subgraph[dependency] === undefined)
    .map((dependency) => lack("state_subgraph", dependency, `${dependency}, on which ${task_id} depends, is missing`));
}

function lack(path: string, field: string, message: string): Deficiency {
  return { path, field, severity: "ERROR", message };
}
