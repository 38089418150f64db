import { readFileSync } from "node:fs";
import { z } from "zod";
import { Role } from "../domain/artifacts/producer.js";
import { RoleInput } from "../domain/artifacts/visibility.js";
import { sha256 } from "../domain/hash.js";
import { readYaml } from "../yaml/yaml.js";
import { PlaceholderName } from "./placeholders.js";

/** The front matter of a prompt, for its readers and for the test that compares it with the visibility table. */
const PromptFrontMatter = z.strictObject({
  role: Role,
  activity: z.string().min(1),
  given: z.array(RoleInput).min(1),
  tools: z.array(z.string().min(1)),
  placeholders: z.array(PlaceholderName),
});
type PromptFrontMatter = z.infer<typeof PromptFrontMatter>;

/** A prompt before its values are filled in, and the version that answers are recorded with. */
export type Prompt = { readonly frontMatter: PromptFrontMatter; readonly text: string; readonly version: string };

const PROMPTS = new URL("../../prompts/", import.meta.url);

const FILE = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/;

/** Reads one file of prompts/. An unreadable prompt is a broken installation. */
export function loadPrompt(file: string): Prompt {
  const source = readFileSync(new URL(file, PROMPTS), "utf8");
  const [, head, body] = FILE.exec(source) ?? [];
  if (head === undefined || body === undefined) throw new Error(`prompts/${file} has no front matter`);
  const frontMatter = readYaml(`prompts/${file}`, head, PromptFrontMatter);
  if (!frontMatter.ok) throw new Error(frontMatter.refusal.message);
  return { frontMatter: frontMatter.value, text: body.trim(), version: sha256(source).slice(0, 12) };
}
