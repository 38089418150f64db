import { codeBlock, folded } from "../../../render/code.js";
import type { Part } from "../../../render/fit.js";

/** One possible answer to a card, from the table of commands. */
export type CardCommand = {
  readonly verb: string;
  readonly usage: string;
  readonly summary: string;
  readonly effect: string;
  /** A complete, well-formed comment with its payload. Its words are about no task of this product. */
  readonly example: string;
};

/** The recommended answer: what it does, and a comment that can be sent as it is or edited. */
export function recommendation({ usage, summary, effect }: CardCommand, payload: string, isUnfinished = false): string {
  return [
    `**Recommended:** \`${usage}\`. ${summary} ${effect}`,
    "",
    isUnfinished ? "To send when you have filled in what is marked `TODO`:" : "Ready to send, or to change first:",
    "",
    codeBlock(payload, "markdown"),
  ].join("\n");
}

/** The other answers as a table, with the exact comments folded. */
export function otherAnswers(commands: readonly CardCommand[]): Part[] {
  if (commands.length === 0) return [];
  const rows = commands.map(({ usage, summary, effect }) => `| \`${usage}\` | ${summary} ${effect} |`);
  return [
    {
      text: ["You can also say:", "", "| you say | what happens |", "|---|---|", ...rows].join("\n"),
      whenLeftOut: `You can also say: ${commands.map(({ usage }) => `\`${usage}\``).join(", ")}.`,
    },
    { text: examples(commands), whenLeftOut: "_For what to send, say `/factory help` and the command._" },
  ];
}

function examples(commands: readonly CardCommand[]): string {
  const [only, ...others] = commands;
  if (only !== undefined && others.length === 0)
    return folded(
      `How <code>${only.verb}</code> is written (the words are examples)`,
      codeBlock(only.example, "markdown"),
    );
  const each = commands.map(({ verb, example }) => `\`${verb}\`:\n\n${codeBlock(example, "markdown")}`);
  return folded("How each of them is written (the words are examples)", each.join("\n\n"));
}

/** Dollars in the usual notation. */
export function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
