import { finding, type Validator } from "../../validator.js";
import { keywordsOf } from "../keywords.js";
import { judgeTestFile } from "./judge-test-file.js";

/** Below this share, tests and task are about different things. */
const LOW_OVERLAP_PERCENT = 30;

/** Soft: the share of the task's words that occur in the tests (requirements.md#result-of-a-run). */
export const testIntentAlignment: Validator = {
  code: "TEST_INTENT_ALIGNMENT",
  gate: 1,
  hard: false,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Check that the tests are about this task, and name them in its words.",
  check(context) {
    const { task } = context;
    return judgeTestFile(context, ({ file }) => {
      const requested = keywordsOf([task.title, task.text, ...task.acceptanceCriteria].join(" "));
      const used = keywordsOf(file.tests.flatMap(({ words }) => words).join(" "));
      const found = [...requested].filter((word) => used.has(word));
      const percent = requested.size === 0 ? 100 : Math.round((found.length / requested.size) * 100);
      const details = { overlapPercent: percent, missingKeywords: [...requested].filter((word) => !used.has(word)) };
      if (percent < LOW_OVERLAP_PERCENT) return finding("WARNING", `Low keyword overlap (${percent}%)`, { details });
      return finding("PASSED", `Keyword overlap is ${percent}% (${found.length}/${requested.size})`, { details });
    });
  },
};
