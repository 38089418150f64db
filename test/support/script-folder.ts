import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Script } from "../../src/sandbox/scripted-model/script.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import type { Answers } from "./toy-modules.js";

/** The folder of a scripted model's answers. */
export type ScriptFolder = {
  readonly folder: string;
  /** Adds or replaces answers, even while the model runs. */
  say(answers: Answers): void;
  remove(): void;
};

export function openScriptFolder(answers: Answers): ScriptFolder {
  const folder = mkdtempSync(join(tmpdir(), "scripted-product-"));
  const say = (added: Answers) => {
    for (const [question, turns] of Object.entries(added)) {
      const file = join(folder, `${question}.yml`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, writeYaml({ turns: [...turns] }, Script));
    }
  };
  say(answers);
  return { folder, say, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
