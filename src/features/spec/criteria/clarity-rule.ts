import { unnamedFilesInTask } from "../../../domain/clarity/unnamed-files.js";
import { vagueTermsIn } from "../../../domain/clarity/vague-terms.js";
import type { ClarityConfig } from "../../../domain/config/clarity-config.js";
import { visibleText } from "../../../domain/placeholder.js";
import { type Finding, finding, labelOf, nameOf, nodesAt, textField } from "../spec-draft.js";
import type { SpecRule } from "./criteria.js";

/** What the gates would refuse of a task's text, as they say it; nothing where it is clear (decisions.md#words-by-sense). */
export function unclearIn(
  task: { readonly name: string; readonly description: string },
  { min_characters, vague_terms }: ClarityConfig,
): string[] {
  const text = `${task.name}\n${task.description}`;
  const length = [...visibleText(task.description)].length;
  const words = vagueTermsIn(text, vague_terms).map((term) => JSON.stringify(term));
  const files = [...new Set(unnamedFilesInTask(text))].map((found) => JSON.stringify(found));
  return [
    ...(length < min_characters ? [`its text has ${length} of at least ${min_characters} characters`] : []),
    ...(words.length === 0 ? [] : [`it leaves open what it means by ${words.join(", ")}`]),
    ...(files.length === 0 ? [] : [`${files.join(", ")} names no file`]),
  ];
}

/** A task that gate 0 would refuse is a warning before anything is asked or paid for. */
export function clarityRule(clarity: ClarityConfig): SpecRule {
  return {
    severity: "WARNING",
    rule: "Every task says what it means, and names the files it speaks of.",
    find: (root) =>
      nodesAt(root, "task").flatMap((task): Finding[] => {
        const text = { name: nameOf(task) ?? "", description: textField(task, "description") ?? "" };
        // Criterion 10 reports an empty description.
        if (text.description.trim() === "") return [];
        return unclearIn(text, clarity).map((what) =>
          finding(task, ["description"], `${labelOf(task)}: ${what}; the gates refuse it. ${ADVICE}`),
        );
      }),
  };
}

export const ADVICE = "Say what is meant in a way that a test can show; put names in backticks.";
