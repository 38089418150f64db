import type { Where } from "../../../commands/define-command.js";
import { commandHelp } from "../../../commands/help.js";
import type { CardCommand } from "./card-command.js";

/**
 * The possible answers to a card, from the table of commands. The card is in its task's pull request, so no id is
 * needed.
 */
export function cardCommands(where: Where): CardCommand[] {
  return commandHelp()
    .filter((row) => row.where === where)
    .map(({ verb, usage, summary, effect, example }) => ({
      verb,
      usage: usage.replace(" [task]", ""),
      summary,
      effect,
      example,
    }));
}
