import type { Where } from "../../../commands/define-command.js";
import { commandHelp } from "../../../commands/help.js";
import type { CardCommand } from "./card-command.js";

/** What a person can say about a card, from the one table of commands. It stands in its task's pull request, where no id is needed. */
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
