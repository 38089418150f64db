import type { Cost } from "../../domain/budget/cost.js";
import { type ClarifyingQuestion, LETTERS } from "../../domain/ledger/clarifying-question.js";
import { plainLine } from "../../render/plain-text.js";

/** The one comment that asks: each question with its options and what each would change. */
export function questionsComment(questions: readonly ClarifyingQuestion[], perTask: Cost): string {
  const count = questions.length === 1 ? "One question" : `${questions.length} questions`;
  const example = questions.map((each, index) => `${index + 1}${each.default}`).join(" ");
  return [
    `${count} before the spec is drafted: SPEC.md leaves this open, and the answer changes what is built.`,
    ...questions.map((each, index) => questionText(each, index + 1, perTask)),
    [
      `Answer with \`/factory answer ${example}\`, one by one or together, or in your own words with \`/factory answer 1: <words>\`.`,
      "`/factory continue` takes the defaults for what is left; they become assumptions that the spec shows.",
    ].join(" "),
  ].join("\n\n");
}

function questionText(each: ClarifyingQuestion, number: number, perTask: Cost): string {
  return [
    `**${number}. ${plainLine(each.question)}**`,
    ...each.quotes.map((quote) => `> ${plainLine(quote)}\n`),
    "| answer | what it means | what it changes | tasks | estimate |",
    "|---|---|---|---|---|",
    ...each.options.map(({ text, changes, tasks }, index) => {
      const letter = LETTERS[index] ?? "";
      const name = letter === each.default ? `**${number}${letter}** (default)` : `**${number}${letter}**`;
      return `| ${name} | ${plainLine(text)} | ${plainLine(changes)} | ${signed(tasks)} | ${price(tasks, perTask)} |`;
    }),
  ].join("\n");
}

function signed(tasks: number): string {
  return tasks > 0 ? `+${tasks}` : `${tasks}`.replace("-", "−");
}

function price(tasks: number, { usd }: Cost): string {
  if (usd === null) return "unknown";
  return `${tasks < 0 ? "−" : tasks > 0 ? "+" : ""}$${Math.abs(tasks * usd).toFixed(2)}`;
}
