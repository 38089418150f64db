import { readFileSync } from "node:fs";
import { z } from "zod";
import type { CodeIndexEntry } from "../../src/domain/index-entries/code-index-entry.js";
import { CodeIndexQuery } from "../../src/domain/index-entries/search-filter.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { anEntry } from "./code-index.js";

const FOLDER = new URL("../../fixtures/code-index/", import.meta.url);

const Module = z.strictObject({
  module_id: z.string(),
  name: z.string(),
  purpose: z.string(),
  tags: z.array(z.string()),
  io_summary: z.strictObject({
    inputs: z.array(z.string()),
    outputs: z.array(z.string()),
    error_surfaces: z.array(z.string()),
    effects: z.array(z.string()),
    modes: z.array(z.string()),
  }),
});

const Paraphrase = z.strictObject({ module_id: z.string(), query: z.string() });
export type Paraphrase = z.infer<typeof Paraphrase>;

/** Sixty shipped modules of many kinds. Several are similar to each other. */
export function fixtureEntries(): CodeIndexEntry[] {
  return read("modules.yml", z.array(Module)).map((module) => anEntry(module));
}

/** A paraphrase of each of those modules. */
export function fixtureParaphrases(): Paraphrase[] {
  return read("paraphrases.yml", z.array(Paraphrase));
}

export function aQuery(query: string, overrides: Partial<CodeIndexQuery> = {}): CodeIndexQuery {
  return { ...CodeIndexQuery.parse({ query }), ...overrides };
}

function read<S extends z.ZodType>(name: string, schema: S): z.output<S> {
  const file = readYaml(name, readFileSync(new URL(name, FOLDER), "utf8"), schema);
  if (!file.ok) throw new Error(file.refusal.message);
  return file.value;
}
