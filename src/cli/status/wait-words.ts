import type { Wait } from "../../engine/wait.js";

/** A wait as text for a terminal. It names the commands, because no card is visible there. */
export function waitWords(wait: Wait): string {
  return `${wait.for}${answers(wait)}`;
}

function answers({ decision, commands = [] }: Wait): string {
  const [recommended] = commands;
  if (recommended === undefined) return "";
  switch (decision) {
    case "spec":
      return `: ${oneOf(commands)}`;
    case "halt":
      return ` Recommended: \`${recommended}\`; its card has every answer`;
    case "amendment":
      return ` Say ${oneOf(commands)}`;
    case "dependency":
      return `: ${oneOf(commands)}`;
    case undefined:
      return ""; // the sentence names the commands
    default:
      return decision satisfies never;
  }
}

function oneOf(commands: readonly string[]): string {
  const quoted = commands.map((command) => `\`${command}\``);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}
