import { z } from "zod";
import { nonBlank } from "./non-blank.js";

/** Words that make a task untestable. */
const VAGUE_TERMS = [
  "improve",
  "optimize",
  "optimise",
  "enhance",
  "better",
  "nicer",
  "cleaner",
  "clean up",
  "polish",
  "as needed",
  "as appropriate",
  "if possible",
  "somehow",
  "something",
  "stuff",
  "things",
  "etc",
  "and so on",
  "various",
  "misc",
  "miscellaneous",
  "user-friendly",
  "intuitive",
];

/** What TASK_CLARITY_CHECK requires of a task's text (requirements.md#safety-of-the-input). */
export const ClarityConfig = z.strictObject({
  min_characters: z.int().min(1).max(1_000).default(10).describe("The shortest task text that can say anything."),
  vague_terms: z
    .array(nonBlank(100))
    .default(VAGUE_TERMS)
    .describe("Words and phrases that a task may not use, matched as whole words."),
});
export type ClarityConfig = z.infer<typeof ClarityConfig>;
