/** The commands as cards receive them: the real table. */
import { commandHelp } from "../../src/commands/help.js";
import type { CardCommand } from "../../src/features/halts/card/card-command.js";

export function commandsFor(where: ReturnType<typeof commandHelp>[number]["where"]): CardCommand[] {
  return commandHelp().filter((row) => row.where === where);
}
