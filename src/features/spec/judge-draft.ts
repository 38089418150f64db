import type { Deficiency, ValidationReport } from "../../domain/deficiency.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import { checkPatch } from "./check-patch.js";
import type { ProductSpec } from "./product-spec.js";
import { repeatedDeficiencies } from "./repeated-deficiencies.js";
import { emitSpec } from "./validate-spec.js";

/** The draft that is amended; null for a fresh start. */
export type DraftBefore = { readonly draft: ProductSpec; readonly feedback: readonly string[] } | null;

/** Checks that a draft is complete and, if it amends another one, changes only what was requested. */
export function judgeDraft(answer: ProductSpec, before: DraftBefore): Outcome<ProductSpec> {
  const emitted = emitSpec(answer);
  if (!emitted.ok) return emitted;
  return before === null ? accept(emitted.value.spec) : checkPatch(before.draft, emitted.value.spec, before.feedback);
}

/**
 * The deficiencies that the last two drafts of a round have in common. The role would not resolve them, so a person is
 * asked (requirements.md#spec-completeness).
 */
export function stubbornDeficiencies(reports: readonly ValidationReport[]): readonly Deficiency[] {
  const [last, previous] = [reports.at(-1), reports.at(-2)];
  return last === undefined || previous === undefined ? [] : repeatedDeficiencies(previous, last).errors;
}
