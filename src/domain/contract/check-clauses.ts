import type { Deficiency } from "../deficiency.js";
import { type Clause, clauseType } from "./clause.js";
import type { Contract } from "./contract.js";
import { deriveObligations, isDerivedType, type Obligation } from "./derive-clauses.js";

/**
 * Finds the derived obligations that the contract's clauses lack (decisions.md#clauses-are-derived). A derived clause
 * may be elaborated. It may not be renamed or weakened, and it keeps the interface's words.
 */
export function checkClauses(contract: Contract): Deficiency[] {
  const obligations = deriveObligations(contract);
  const pending = new Set(obligations.map(({ clause }) => clause.id));
  const clauseById = new Map(contract.clauses.map((clause) => [clause.id, clause]));
  const strays = contract.clauses.filter(({ id }) => isDerivedType(clauseType(id)) && !pending.has(id));
  return [
    ...obligations.flatMap((obligation) => problemsWith(obligation, clauseById.get(obligation.clause.id))),
    ...strays.map(({ id }) =>
      deficiency(id, "id", `${id} stands for nothing in the interface; give a clause of your own another type`),
    ),
  ];
}

function problemsWith({ clause: pending, words, source }: Obligation, clause: Clause | undefined): Deficiency[] {
  if (clause === undefined)
    return [
      deficiency(pending.id, "id", `${pending.id} is missing: ${source} says "${words}" and no clause demands a test`),
    ];
  const problems: Deficiency[] = [];
  if (clause.kind !== pending.kind)
    problems.push(deficiency(pending.id, "kind", `${pending.id} must be of kind ${pending.kind}, not ${clause.kind}`));
  if (clause.normativity !== "MUST")
    problems.push(deficiency(pending.id, "normativity", `${pending.id} must be a MUST, not a ${clause.normativity}`));
  if (!clause.spec.includes(words))
    problems.push(deficiency(pending.id, "spec", `${pending.id} must keep the words of ${source}: "${words}"`));
  return problems;
}

function deficiency(id: string, field: string, message: string): Deficiency {
  return { path: `clauses.${id}`, field, severity: "ERROR", message };
}
