import type { SpecTaskId } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { HeldBy, Requirement, Scope } from "./scope.js";

/** A task as far as a ledger points at it. */
export type ScopedTask = { readonly task_id: SpecTaskId; readonly acceptance_criteria: readonly string[] };

/** Kinds that a stated reason may stand in for. */
const MAY_GO_UNTESTED: ReadonlySet<Requirement["kind"]> = new Set(["quality", "exclusion"]);

/**
 * Checks the arrows from requirements to acceptance criteria, both ways: each leads to a criterion that is there, each
 * requirement has one, and each criterion rests on a requirement or an assumption.
 */
export function checkArrows(scope: Scope, tasks: readonly ScopedTask[]): Outcome<Scope> {
  const criteria = new Map(tasks.map(({ task_id, acceptance_criteria }) => [task_id, acceptance_criteria]));
  const reached = new Map(tasks.map(({ task_id }) => [task_id, new Set<number>()]));
  const follow = (name: string, { task, criteria: numbers }: HeldBy): string[] => {
    const known = criteria.get(task);
    if (known === undefined) return [`${name} is held by ${task}, which is no task of this spec`];
    return numbers.flatMap((number) => {
      reached.get(task)?.add(number);
      return number <= known.length ? [] : [`${name} names criterion ${number} of ${task}, which has ${known.length}`];
    });
  };
  const problems = [
    ...scope.requirements.flatMap((row) => {
      const name = `the requirement ${quoted(row.quote)}`;
      return [...withoutProof(row, name), ...row.held_by.flatMap((held) => follow(name, held))];
    }),
    ...scope.assumptions.flatMap((row) =>
      row.held_by.flatMap((held) => follow(`assumption ${quoted(row.text)}`, held)),
    ),
    ...tasks.flatMap(({ task_id, acceptance_criteria }) =>
      acceptance_criteria.flatMap((criterion, index) =>
        reached.get(task_id)?.has(index + 1) === true
          ? []
          : [`criterion ${index + 1} of ${task_id} (${quoted(criterion)}) rests on no requirement and no assumption`],
      ),
    ),
  ];
  if (problems.length === 0) return accept(scope);
  return refuse("scope-arrows", `scope: ${problems.slice(0, 50).join("\n")}`, { problems });
}

function withoutProof({ kind, held_by, no_test }: Requirement, name: string): string[] {
  if (no_test !== undefined && !MAY_GO_UNTESTED.has(kind))
    return [`${name} is of kind ${kind}: a test can show it, so no_test does not stand for one`];
  return held_by.length > 0 || no_test !== undefined ? [] : [`${name} is held by no task`];
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
