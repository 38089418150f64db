import { defineCommand } from "../../../commands/define-command.js";
import { ModuleRef } from "../../../domain/ids.js";
import { accept, refuse } from "../../../domain/refusal.js";
import { orderRelease } from "../release-command.js";

const usage = "/factory release [module@version ...]";

export const release = defineCommand({
  verb: "release",
  usage,
  where: "anywhere",
  summary: "Release what has shipped, or only the modules you name.",
  effect:
    "Four release gates run. If they pass, a manifest, a tag and a GitHub release are made; if not, a report says why.",
  example: "/factory release MM-0001@1.0.0 MM-0002@1.1.0",
  parse: ({ text }) => {
    const words = text.split(/[\s,]+/).filter((word) => word !== "");
    const wrong = words.findIndex((word) => !ModuleRef.safeParse(word).success);
    if (wrong === -1) return accept({ module_refs: [...new Set(words)] });
    return refuse(
      "module-needed",
      `Word ${wrong + 1} after \`release\` is not a module version such as \`MM-0001@1.0.0\`: \`${usage}\`.`,
      { usage, word: words[wrong] },
    );
  },
  run: (situation, { module_refs }, { comment }) => orderRelease(situation, comment.author.login, module_refs),
});
