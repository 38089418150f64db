import { codeBlock, folded } from "./code.js";
import type { Part } from "./fit.js";

/** One thing a person can say about a card, as the table of commands has it. */
export type CardCommand = {
  readonly verb: string;
  readonly usage: string;
  readonly summary: string;
  readonly effect: string;
  /** A whole comment that works, payload included. */
  readonly example: string;
};

/** The recommended answer: what it does, and a comment that can be sent as it is or with its words changed. */
export function recommendation({ usage, summary, effect, example }: CardCommand, payload: string | null): string {
  return [
    `**Recommended:** \`${usage}\`. ${summary} ${effect}`,
    "",
    "Ready to send, or to change first:",
    "",
    codeBlock(payload ?? example, "markdown"),
  ].join("\n");
}

/** Every other answer in a table, and the exact comment for each behind a line. */
export function otherAnswers(commands: readonly CardCommand[]): Part[] {
  if (commands.length === 0) return [];
  const rows = commands.map(({ usage, summary, effect }) => `| \`${usage}\` | ${summary} ${effect} |`);
  return [
    {
      text: ["You can also say:", "", "| you say | what happens |", "|---|---|", ...rows].join("\n"),
      whenLeftOut: `You can also say: ${commands.map(({ usage }) => `\`${usage}\``).join(", ")}.`,
    },
    ...commands.map(({ verb, example }) => ({
      text: folded(`What to send for <code>${verb}</code>`, codeBlock(example, "markdown")),
      whenLeftOut: `_For what to send, say \`/factory help ${verb}\`._`,
    })),
  ];
}

/** Dollars as people write them. */
export function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
