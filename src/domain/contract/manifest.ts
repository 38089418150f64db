import { z } from "zod";
import { MeaningfulText } from "./meaningful-text.js";
import { pathKey, RepoPath } from "./repo-path.js";
import { noDuplicates } from "./unique.js";

export const FileAction = z.enum(["CREATE", "MODIFY", "DELETE"]);
export type FileAction = z.infer<typeof FileAction>;

/** One file that a module may touch, the action, and the reason. */
export const ManifestFile = z.strictObject({ path: RepoPath, action: FileAction, reason: MeaningfulText });
export type ManifestFile = z.infer<typeof ManifestFile>;

/** Every file that a module may touch. The sizing rule limits their number. */
export const Manifest = z
  .array(ManifestFile)
  .min(1, "must name at least one file")
  .superRefine(noDuplicates("path", (file) => pathKey(file.path), "path"));
export type Manifest = z.infer<typeof Manifest>;

/** The files of a module, with its entry and its test file. */
export type ManifestFacts = {
  readonly files: readonly ManifestFile[];
  readonly entry: string;
  readonly test_file: string;
};

/** A zod refinement for anything with a manifest: the test file is listed separately, and no needed file is deleted. */
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
