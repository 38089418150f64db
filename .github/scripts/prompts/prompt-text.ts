import { estimateTokens } from "../../../src/domain/budget/tokens.js";
import { Config } from "../../../src/domain/config/config.js";
import { markdownTable } from "../markdown-table.js";
import type { SentPrompt } from "./sent-prompt.js";

const { sizing } = Config.parse({});
const tokens = (text: string) => estimateTokens(text, sizing);
const figure = (count: number) => String(count);

/** What each activity costs: its first message, and all messages of its conversations. */
export function movesTable(prompts: readonly SentPrompt[]): string {
  const activities = [...new Set(prompts.map(({ activity }) => activity))];
  const rows = activities.map((activity) => {
    const asked = prompts.filter((prompt) => prompt.activity === activity);
    const first = asked.map(({ sections }) => sections.reduce((sum, { text }) => sum + tokens(text), 0));
    const turns = asked.reduce((sum, prompt) => sum + prompt.turns, 0);
    const sent = asked.reduce((sum, { characters }) => sum + Math.ceil(characters / sizing.characters_per_token), 0);
    const mean = Math.round(first.reduce((sum, size) => sum + size, 0) / first.length);
    return [activity, ...[asked.length, mean, turns, sent].map(figure)];
  });
  return markdownTable(
    ["activity", "questions", "tokens of the first message, mean", "turns", "tokens sent in all"],
    rows,
  );
}

/** One question section by section, with sizes, and then word for word. */
export function promptText({ question, sections, turns }: SentPrompt): string {
  const rows = sections.map(({ title, text }) => [title, figure(text.length), figure(tokens(text))]);
  const whole = sections.map(({ title, text }) => `\n===== ${title} =====\n${text}`).join("\n");
  return [`${question}, ${turns} turns`, markdownTable(["section", "characters", "tokens"], rows), whole].join("\n\n");
}
