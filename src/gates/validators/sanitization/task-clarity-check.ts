import { isPlaceholder, visibleText } from "../../../domain/placeholder.js";
import { finding, type Validator } from "../../validator.js";
import { withoutPaths } from "../without-paths.js";

/** A task must say something, and nothing that could mean anything (requirements.md#safety-of-the-input). */
export const taskClarityCheck: Validator = {
  code: "TASK_CLARITY_CHECK",
  gate: 0,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Say what is built and how one can see that it works. Replace each vague term by what is meant; quote it in backticks where it is a name.",
  check({ task, rules }) {
    const { min_characters, vague_terms } = rules.clarity;
    const length = [...visibleText(task.text)].length;
    const spoken = withoutPaths(withoutCode(`${task.title}\n${task.text}`)).toLowerCase();
    const vagueTerms = vague_terms.filter((term) => isSaid(term, spoken));
    const details = { length, minCharacters: min_characters, vagueTerms };
    if (length < min_characters || isPlaceholder(task.text)) {
      return finding("FAILED", `The task's text says too little: ${length} of at least ${min_characters} characters`, {
        details,
      });
    }
    if (vagueTerms.length > 0) {
      return finding("FAILED", `The task leaves open what it means by: ${vagueTerms.join(", ")}`, { details });
    }
    return finding("PASSED", "The task's text is clear", { details });
  },
};

/** Names in backticks are quoted, not said. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, " ");
}

/** As whole words, whatever white space is between them. */
function isSaid(term: string, text: string): boolean {
  const words = term
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${words.join("\\s+")}(?![\\p{L}\\p{N}_-])`, "u").test(text);
}
