import { ClarityConfig } from "../../domain/config/clarity-config.js";
import { type Deficiency, toReport, type ValidationReport } from "../../domain/deficiency.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { clarityRule } from "./criteria/clarity-rule.js";
import { CRITERIA, type SpecRule, TASK_ID_RULE } from "./criteria/criteria.js";
import { ProductSpec } from "./product-spec.js";
import { type DraftNode, readDraft } from "./spec-draft.js";

/** All deficiencies of any candidate at once, even of a malformed one (requirements.md#spec-completeness). */
export function validateSpec(candidate: unknown, clarity: ClarityConfig = DEFAULT_CLARITY): ValidationReport {
  return toReport(violationsOf([...CRITERIA, TASK_ID_RULE, clarityRule(clarity)], readDraft(candidate)));
}

const DEFAULT_CLARITY = ClarityConfig.parse({});

function violationsOf(rules: readonly SpecRule[], root: DraftNode): Deficiency[] {
  return rules.flatMap(({ severity, find }) => find(root).map((found) => ({ ...found, severity })));
}

/** A spec for the person who approves it, with its warnings. */
export type EmittedSpec = { readonly spec: ProductSpec; readonly warnings: readonly Deficiency[] };

/** The termination rule: a spec is emitted only without errors (requirements.md#product-tools). */
export function emitSpec(candidate: unknown): Outcome<EmittedSpec> {
  const { errors, warnings } = validateSpec(candidate);
  if (errors.length > 0) {
    const list = errors.map(({ path, message }) => `- ${path === "" ? "spec" : path}: ${message}`).join("\n");
    return refuse("spec-incomplete", `The spec has errors to resolve (${errors.length}):\n${list}`, {
      errors,
      warnings,
    });
  }
  return accept({ spec: ProductSpec.parse(candidate), warnings });
}
