/** Texts as long as any may be, by what is repeated in them; kept that way because nobody reads 64 KB of the same. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { readYaml } from "../../src/yaml/yaml.js";
import { LONGEST } from "./mutate.js";

const Grown = z.array(
  z.strictObject({ name: z.string(), before: z.string(), repeated: z.string().min(1), after: z.string() }),
);

/** `{n}` in what is repeated counts: keys of a mapping must differ. */
export function grown(file: URL, longest: number = LONGEST): string[] {
  const texts = readYaml(file.pathname, readFileSync(file, "utf8"), Grown);
  if (!texts.ok) throw new Error(texts.refusal.message);
  return texts.value.map(({ before, repeated, after }) => {
    const room = longest - before.length - after.length;
    return before + filled(repeated, room) + after;
  });
}

function filled(repeated: string, room: number): string {
  if (!repeated.includes("{n}")) return repeated.repeat(Math.floor(room / repeated.length));
  const parts: string[] = [];
  for (let n = 0, length = 0; ; n += 1) {
    const part = repeated.replaceAll("{n}", n.toString(36));
    length += part.length;
    if (length > room) return parts.join("");
    parts.push(part);
  }
}
