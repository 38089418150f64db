import type { Clause, ClauseKind } from "./clause.js";
import { clauseType } from "./clause.js";
import type { Contract } from "./contract.js";
import { errorSurfacesOf } from "./dimensions.js";

type Interface = Pick<Contract, "purpose" | "inputs" | "outputs" | "error_surfaces">;

/** The clause types that only derivation may use. All others are free for manually written clauses. */
const DERIVED = {
  HAPPY: { kind: "behavior", observables: ["output"] },
  INPUT: { kind: "constraint", observables: ["error behaviour"] },
  OUTPUT: { kind: "invariant", observables: ["output"] },
  ERROR: { kind: "error", observables: ["error surface"] },
} as const satisfies Record<string, { kind: ClauseKind; observables: readonly string[] }>;

type DerivedType = keyof typeof DERIVED;

/** A clause that the interface requires, and the words of the interface that it must keep. */
export type Obligation = { readonly clause: Clause; readonly words: string; readonly source: string };

/**
 * The tests that a module must have (requirements.md#test-obligations): the happy path, each input constraint, each
 * output invariant, each error surface. Ids are numbered in declaration order, so one contract always derives the same
 * clauses.
 */
export function deriveObligations(contract: Interface): Obligation[] {
  return [
    ...number("HAPPY", [
      {
        source: "purpose",
        words: contract.purpose,
        title: "The happy path works from input to output",
        spec: `Given valid inputs, the expected output is observed: ${contract.purpose}`,
        negative: [],
      },
    ]),
    ...number(
      "INPUT",
      contract.inputs.flatMap(({ name, constraints }) =>
        constraints.map((rule, index) => ({
          source: `inputs.${name}.constraints[${index}]`,
          words: rule,
          title: `Input ${name}: ${rule}`,
          spec: `When "${name}" violates its constraint, the documented error behaviour is observed: ${rule}`,
          negative: [`${name} violates: ${rule}`],
        })),
      ),
    ),
    ...number(
      "OUTPUT",
      contract.outputs.flatMap(({ name, invariants }) =>
        invariants.map((rule, index) => ({
          source: `outputs.${name}.invariants[${index}]`,
          words: rule,
          title: `Output ${name}: ${rule}`,
          spec: `Output "${name}" always keeps its invariant: ${rule}`,
          negative: [],
        })),
      ),
    ),
    ...number(
      "ERROR",
      errorSurfacesOf(contract).map(({ name, when, surface }) => ({
        source: `error_surfaces.${name}`,
        words: when,
        title: `Error ${name} is raised`,
        spec: `The ${surface} "${name}" is observed when: ${when}`,
        negative: [when],
      })),
    ),
  ];
}

type Draft = { source: string; words: string; title: string; spec: string; negative: string[] };

function number(type: DerivedType, drafts: readonly Draft[]): Obligation[] {
  const { kind, observables } = DERIVED[type];
  return drafts.map(({ source, words, title, spec, negative }, index) => ({
    source,
    words,
    clause: {
      id: `CL-${type}-${String(index + 1).padStart(3, "0")}`,
      kind,
      normativity: "MUST",
      title,
      spec,
      observables: [...observables],
      negative_cases: negative,
    },
  }));
}

export function deriveClauses(contract: Interface): Clause[] {
  return deriveObligations(contract).map(({ clause }) => clause);
}

export function isDerivedType(type: string): type is DerivedType {
  return Object.hasOwn(DERIVED, type);
}

/** The derived clauses, computed again, followed by the manually written ones unchanged. */
export function withDerivedClauses(contract: Interface & Pick<Contract, "clauses">): Clause[] {
  return [...deriveClauses(contract), ...contract.clauses.filter(({ id }) => !isDerivedType(clauseType(id)))];
}
