import { z } from "zod";
import { formatPath } from "../deficiency.js";

/**
 * A non-empty list, or the word that marks it as empty on purpose. A union's own message is "Invalid input"; this
 * schema names the problem of the list.
 */
export function wordOrList<Word extends string, Item extends z.ZodType>(word: Word, list: z.ZodArray<Item>) {
  const expected = `must be a list that is not empty, or "${word}"`;
  return z.union([z.literal(word), list.min(1, expected)], {
    error: (issue) => {
      const problems = issue.code === "invalid_union" && Array.isArray(issue.input) ? issue.errors.at(-1) : undefined;
      if (problems === undefined) return expected;
      return problems.map((problem) => `${formatPath(problem.path)}: ${problem.message}`).join("; ");
    },
  });
}
