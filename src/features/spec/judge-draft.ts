import type { Deficiency, ValidationReport } from "../../domain/deficiency.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import { checkPatch } from "./check-patch.js";
import type { ProductSpec } from "./product-spec.js";
import { repeatedDeficiencies } from "./repeated-deficiencies.js";
import { emitSpec } from "./validate-spec.js";

/** What a draft goes on from: null for a fresh start. */
export type DraftBefore = { readonly draft: ProductSpec; readonly feedback: readonly string[] } | null;

/** A draft that may be shown: complete, and where it amends another one, only where it was asked to. */
export function judgeDraft(answer: ProductSpec, before: DraftBefore): Outcome<ProductSpec> {
  const emitted = emitSpec(answer);
  if (!emitted.ok) return emitted;
  return before === null ? accept(emitted.value.spec) : checkPatch(before.draft, emitted.value.spec, before.feedback);
}

/**
 * What the last two drafts of a round both had: asking the role again will not help, so a person is asked
 * (requirements.md#spec-completeness).
 */
export function stubbornDeficiencies(reports: readonly ValidationReport[]): readonly Deficiency[] {
  const [last, previous] = [reports.at(-1), reports.at(-2)];
  return last === undefined || previous === undefined ? [] : repeatedDeficiencies(previous, last).errors;
}
