import { z } from "zod";
import { accept, type Outcome, refuse } from "../refusal.js";
import { REQUEST_FILE } from "./scope.js";
import { flatten, placeOf, sourceText } from "./source-text.js";

/** More would be an interview: what is left is decided and written down as an assumption (decisions.md#questions-with-a-price). */
export const MOST_QUESTIONS = 5;

const Words = (limit: number) => z.string().trim().min(1).max(limit);

export const LETTERS = ["a", "b", "c", "d"] as const;
export const Letter = z.enum(LETTERS);
export type Letter = z.infer<typeof Letter>;

/** One answer that a person can choose, and its price. */
const Option = z.strictObject({
  text: Words(300),
  changes: Words(300).describe("What it changes in what is built: requirements and tasks by name."),
  tasks: z
    .int()
    .min(-50)
    .max(50)
    .describe("How many tasks it takes more than the default, or fewer; 0 for the default."),
});

/** What the request leaves open, or says twice in ways that cannot both hold. */
export const ClarifyingQuestion = z.strictObject({
  question: Words(500),
  quotes: z
    .array(Words(500))
    .max(4)
    .default([])
    .describe("The statements of SPEC.md that it is about, word for word; both of a contradiction."),
  options: z.array(Option).min(2).max(LETTERS.length),
  default: Letter.describe("The option that stands where nobody answers."),
});
export type ClarifyingQuestion = z.infer<typeof ClarifyingQuestion>;

/** Questions have a default among their options, and quote what SPEC.md says. */
export function checkQuestions(
  questions: readonly ClarifyingQuestion[],
  request: string,
): Outcome<readonly ClarifyingQuestion[]> {
  const source = sourceText(request);
  const problems = questions.flatMap((each, index) => {
    const name = `question ${index + 1}`;
    const chosen = optionOf(each, each.default);
    const invented = each.quotes.filter((quote) => placeOf(source, flatten(quote), 0) === null);
    return [
      ...(chosen === undefined ? [`${name} has no option ${each.default}, which it names as its default`] : []),
      ...(chosen !== undefined && chosen.tasks !== 0
        ? [`${name}: the default takes 0 tasks more, not ${chosen.tasks}`]
        : []),
      ...invented.map((quote) => `${name}: ${REQUEST_FILE} does not say ${JSON.stringify(quote)}`),
    ];
  });
  if (problems.length === 0) return accept(questions);
  return refuse("questions-refused", `questions: ${problems.join("\n")}`, { problems });
}

export function optionOf({ options }: ClarifyingQuestion, letter: Letter) {
  return options[LETTERS.indexOf(letter)];
}

/** An answer: an option, or a person's own words. */
export const Answer = z.strictObject({
  /** From 1. */
  question: z.int().positive(),
  /** Null for words. */
  option: Letter.nullable(),
  words: Words(2_000).nullable(),
  /** Null where the default stands because nobody answered. */
  by: z.string().min(1).nullable(),
});
export type Answer = z.infer<typeof Answer>;

/** A question with its answer, as the later rounds of the draft know it. */
export const Answered = z.strictObject({
  question: Words(500),
  answer: Words(2_000),
  by: z.string().min(1).nullable(),
});
export type Answered = z.infer<typeof Answered>;

export function answered(questions: readonly ClarifyingQuestion[], answers: readonly Answer[]): Answered[] {
  return questions.map((each, index) => {
    const given = answers.findLast(({ question }) => question === index + 1);
    const letter = given?.option ?? each.default;
    const answer = given?.words ?? optionOf(each, letter)?.text ?? "";
    return { question: each.question, answer, by: given?.by ?? null };
  });
}
