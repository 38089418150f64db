import type { LabelsConfig } from "../../domain/config/labels-config.js";
import type { LabelToCreate } from "../../engine/effects/effect-parts.js";

const DESCRIPTIONS: Readonly<Record<keyof LabelsConfig, { readonly color: string; readonly description: string }>> = {
  start: { color: "1f6feb", description: "Software Factory: build the product of SPEC.md" },
  quick: { color: "58a6ff", description: "Software Factory: make one task of this issue" },
  task: { color: "8b949e", description: "Software Factory: a task's pull request" },
  halted: { color: "d73a4a", description: "Software Factory: a person must decide" },
};

/** The configured labels that must be created. */
export function labelsToCreate(labels: LabelsConfig, missing: readonly string[]): LabelToCreate[] {
  return (Object.keys(DESCRIPTIONS) as (keyof LabelsConfig)[])
    .filter((use) => missing.includes(labels[use]))
    .map((use) => ({ name: labels[use], ...DESCRIPTIONS[use] }));
}
