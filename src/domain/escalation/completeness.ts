import type { Deficiency } from "../deficiency.js";
import { causeRow } from "./causes.js";
import type { RequiredTrail } from "./define-cause.js";
import type { Escalation } from "./escalation.js";
import { minimalDecision } from "./minimal-decision.js";

/** What an escalation lacks for its cause, beyond what its schema already demands. Empty means complete. */
export function checkCompleteness(escalation: Escalation): Deficiency[] {
  return [
    ...trailGaps(escalation),
    ...unrecordedVerdicts(escalation),
    ...unlistedFailures(escalation),
    ...moduleGaps(escalation),
    ...subgraphGaps(escalation),
  ];
}

function trailGaps({ cause, debate_trail }: Escalation): Deficiency[] {
  const required: RequiredTrail = causeRow(cause.kind).trail;
  return (["proposals", "challenges", "adjudications"] as const).flatMap((part) => {
    const [needed, found] = [required[part] ?? 0, debate_trail[part].length];
    if (found >= needed) return [];
    return [
      lack("debate_trail", part, `${cause.kind} needs at least ${needed} ${part} on record, and there are ${found}`),
    ];
  });
}

/** A cause that names a verdict can only be judged with that verdict at hand. */
function unrecordedVerdicts({ cause, debate_trail }: Escalation): Deficiency[] {
  const gaps: Deficiency[] = [];
  if ("adjudication_id" in cause) {
    const known = debate_trail.adjudications.some(({ adjudication_id }) => adjudication_id === cause.adjudication_id);
    if (!known) gaps.push(lack("debate_trail", "adjudications", `${cause.adjudication_id} is not on record`));
  }
  if ("challenge_id" in cause) {
    const known = debate_trail.challenges.some(({ challenge_id }) => challenge_id === cause.challenge_id);
    if (!known) gaps.push(lack("debate_trail", "challenges", `${cause.challenge_id} is not on record`));
  }
  return gaps;
}

function unlistedFailures({ cause, failed_invariants }: Escalation): Deficiency[] {
  const listed = new Set(failed_invariants.map(({ invariant }) => invariant));
  return minimalDecision(cause)
    .failed.filter(({ invariant }) => !listed.has(invariant))
    .map(({ invariant }) => lack("failed_invariants", "failed_invariants", `"${invariant}" failed and is not listed`));
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
