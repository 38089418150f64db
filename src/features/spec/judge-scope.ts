import { checkArrows } from "../../domain/ledger/check-arrows.js";
import { locateScope } from "../../domain/ledger/locate-scope.js";
import { type NumberedRows, numberRows } from "../../domain/ledger/number-rows.js";
import type { Scope } from "../../domain/ledger/scope.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { tasksInOrder } from "../tasks/task-file/spec-task-file.js";
import type { ProductSpec } from "./product-spec.js";

/** What a scope is held against: the request's texts by file, and rows that have numbers already. */
export type ScopeFacts = {
  readonly sources: ReadonlyMap<string, string>;
  readonly numbered: readonly NumberedRows[];
};

const MISSING =
  "scope: it is missing. Give every statement of SPEC.md that demands something as a requirement, and all other text under demands_nothing";

/** The spec with its scope located and numbered, or everything that is wrong with the scope at once. */
export function judgeScope(spec: ProductSpec, { sources, numbered }: ScopeFacts): Outcome<ProductSpec> {
  const { scope } = spec;
  if (scope === undefined) return refuse("scope-missing", MISSING);
  const located = locateScope(scope, sources);
  const arrows = checkArrows(
    scope,
    tasksInOrder(spec).map(({ task }) => task),
  );
  if (located.ok && arrows.ok) return accept({ ...spec, scope: numberRows(located.value, numbered) });
  const messages = [located, arrows].flatMap((outcome: Outcome<Scope>) =>
    outcome.ok ? [] : [outcome.refusal.message],
  );
  return refuse("scope-incomplete", messages.join("\n"));
}
