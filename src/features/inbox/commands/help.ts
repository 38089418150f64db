import { findCommand } from "../../../commands/all-commands.js";
import { defineCommand } from "../../../commands/define-command.js";
import { helpFor, helpText } from "../../../commands/help.js";
import { accept, refuse } from "../../../domain/refusal.js";

const usage = "/factory help [verb]";

export const help = defineCommand<{ readonly about: string | null }>({
  verb: "help",
  usage,
  where: "anywhere",
  summary: "List the commands, or explain one.",
  effect: "The answer shows usage, effect and an example. Nothing changes.",
  example: "/factory help split",
  parse: ({ text }) => {
    const words = text.trim().toLowerCase().replace(/\s+/g, " ");
    if (words === "") return accept({ about: null });
    const about = findCommand(words);
    if (about !== undefined) return accept({ about: about.verb });
    return refuse("unknown-verb", "There is no such command; `/factory help` lists them all.", { usage });
  },
  run: (_, { about }) => accept({ events: [], answer: about === null ? helpText() : helpFor(about) }),
});
