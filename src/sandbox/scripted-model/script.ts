import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";

/** One written message: tool calls, the answer, or a refusal. */
export const ScriptedTurn = z.union([
  z.strictObject({
    text: z.string().min(1).exactOptional(),
    calls: z.array(z.strictObject({ name: z.string().min(1), input: z.json() })).min(1),
    /** Handed in after the calls, in the same message. */
    answer: z.json().exactOptional(),
  }),
  z.strictObject({ answer: z.json() }),
  z.strictObject({ refuse: z.string().min(1) }),
]);
export type ScriptedTurn = z.infer<typeof ScriptedTurn>;

/** The answers to one question, message by message. */
export const Script = z.strictObject({ turns: z.array(ScriptedTurn).min(1) });
export type Script = z.infer<typeof Script>;

/** The next turn, from the question's own file: `<role>/<task>/<module>.<activity>.<attempt>.yml`. */
export function scriptedTurn(folder: string, question: string, index: number): Outcome<ScriptedTurn> {
  const file = `${question}.yml`;
  const full = path.resolve(folder, file);
  if (!full.startsWith(path.resolve(folder) + path.sep) || !existsSync(full)) {
    return refuse("no-script", `There is no script ${file}; write what the role should say.`);
  }
  const script = readYaml(file, readFileSync(full, "utf8"), Script);
  if (!script.ok) return script;
  const turn = script.value.turns[index];
  if (turn !== undefined) return accept(turn);
  return refuse(
    "script-too-short",
    `${file} has ${script.value.turns.length} turns, and turn ${index + 1} is asked for.`,
  );
}
