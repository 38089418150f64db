import { z } from "zod";
import { MeaningfulText } from "./meaningful-text.js";
import { pathKey, RepoPath } from "./repo-path.js";
import { noDuplicates } from "./unique.js";

export const FileAction = z.enum(["CREATE", "MODIFY", "DELETE"]);
export type FileAction = z.infer<typeof FileAction>;

/** One file a module may touch, how, and why. */
export const ManifestFile = z.strictObject({ path: RepoPath, action: FileAction, reason: MeaningfulText });
export type ManifestFile = z.infer<typeof ManifestFile>;

/** Every file a module may touch. How many are too many is the sizing rule's business. */
export const Manifest = z
  .array(ManifestFile)
  .min(1, "must name at least one file")
  .superRefine(noDuplicates("path", (file) => pathKey(file.path), "path"));
export type Manifest = z.infer<typeof Manifest>;

/** The files of a module and the two that have a special part to play. */
export type ManifestFacts = {
  readonly files: readonly ManifestFile[];
  readonly entry: string;
  readonly test_file: string;
};

/** A zod refinement of anything with a manifest: tests are a listed file of their own, and nothing needed is deleted. */
export function manifestIsCoherent(facts: ManifestFacts, context: z.RefinementCtx): void {
  const actionOf = new Map(facts.files.map((file) => [pathKey(file.path), file.action]));
  const addIssue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  const testAction = actionOf.get(pathKey(facts.test_file));
  if (testAction === undefined) addIssue("test_file", `"${facts.test_file}" must be one of the manifest's files`);
  if (testAction === "DELETE")
    addIssue("test_file", `"${facts.test_file}" must not be deleted: a module ships with tests`);
  if (pathKey(facts.test_file) === pathKey(facts.entry))
    addIssue("test_file", `"${facts.test_file}" must not be the entry: tests look at the module from outside`);
  if (actionOf.get(pathKey(facts.entry)) === "DELETE")
    addIssue("entry", `"${facts.entry}" must not be deleted: it is the module's public surface`);
}
