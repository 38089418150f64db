import type { Where } from "../../commands/define-command.js";
import { commandHelp } from "../../commands/help.js";
import type { CardCommand } from "../../render/card-command.js";

/** What a person can say about a card, from the one table of commands. */
export function cardCommands(where: Where): CardCommand[] {
  return commandHelp()
    .filter((row) => row.where === where)
    .map(({ verb, usage, summary, effect, example }) => ({ verb, usage, summary, effect, example }));
}
