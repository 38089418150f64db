import { vagueTermsIn } from "../../../domain/clarity/vague-terms.js";
import { isPlaceholder, visibleText } from "../../../domain/placeholder.js";
import { finding, type Validator } from "../../validator.js";

/** A task must have content and no vague words (requirements.md#safety-of-the-input). */
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
    const vagueTerms = vagueTermsIn(`${task.title}\n${task.text}`, vague_terms);
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
