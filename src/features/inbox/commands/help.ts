import { defineCommand } from "../../../commands/define-command.js";
import { Verb } from "../../../commands/verb.js";
import { accept, refuse } from "../../../domain/refusal.js";

const usage = "/factory help [verb]";

export const help = defineCommand({
  verb: "help",
  usage,
  where: "anywhere",
  summary: "List the commands, or explain one.",
  effect: "The answer shows usage, effect and an example. Nothing changes.",
  example: "/factory help split",
  parse: ({ text }) => {
    const words = text.trim().toLowerCase().replace(/\s+/g, " ");
    if (words === "") return accept({ verb: "help", about: null });
    const about = Verb.safeParse(words);
    if (about.success) return accept({ verb: "help", about: about.data });
    return refuse("unknown-verb", "There is no such command; `/factory help` lists them all.", { usage });
  },
});
