import type { z } from "zod";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FileTree } from "../../languages/file-tree.js";
import { readYaml } from "../../yaml/yaml.js";

/** A YAML file of a commit, or undefined if the commit has none. */
export function readOptional<S extends z.ZodType>(
  tree: FileTree,
  path: string,
  schema: S,
): Outcome<z.output<S> | undefined> {
  const text = tree.read(path);
  return text === undefined ? accept(undefined) : readYaml(path, text, schema);
}

/** A required YAML file. */
export function readRequired<S extends z.ZodType>(tree: FileTree, path: string, schema: S): Outcome<z.output<S>> {
  const text = tree.read(path);
  if (text === undefined) return refuse("file-missing", `${path} is not in the commit it is read from`);
  return readYaml(path, text, schema);
}
