import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { readYaml } from "../../src/yaml/yaml.js";

/** Scenarios as folders of `fixtures/` that a person can review, with one YAML file for each input and output. */
export function scenariosIn(folder: string) {
  const root = fileURLToPath(new URL(`../../fixtures/${folder}/`, import.meta.url));
  return {
    names: readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
    filesOf: (name: string) => readdirSync(join(root, name)).sort(),
    read<S extends z.ZodType>(name: string, file: string, schema: S): z.output<S> {
      const path = join(root, name, file);
      const outcome = readYaml(path, readFileSync(path, "utf8"), schema);
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      return outcome.value;
    },
  };
}
