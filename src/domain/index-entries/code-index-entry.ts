import { z } from "zod";
import type { Contract } from "../contract/contract.js";
import { DependencyRange } from "../contract/dependency.js";
import { Label, MeaningfulText } from "../contract/meaningful-text.js";
import { RepoPath } from "../contract/repo-path.js";
import { ModuleId, ModuleRef, moduleRef, Version } from "../ids.js";
import { IoSummary, summarizeInterface } from "./io-summary.js";

/**
 * The method's three statuses, and WITHDRAWN: the task that built the module was reverted
 * (decisions.md#taking-back-what-shipped).
 */
export const IndexStatus = z.enum(["SHIPPED", "DEPRECATED", "SUPERSEDED", "WITHDRAWN"]);
export type IndexStatus = z.infer<typeof IndexStatus>;

/** One shipped version of a module in the code index (requirements.md#index-entry). */
export const CodeIndexEntry = z
  .strictObject({
    module_id: ModuleId,
    version: Version,
    name: Label,
    purpose: MeaningfulText,
    tags: z.array(Label),
    contract_ref: RepoPath,
    examples_ref: RepoPath,
    ship_ref: RepoPath,
    io_summary: IoSummary,
    dependencies: z.array(DependencyRange),
    status: IndexStatus,
    superseded_by: ModuleRef.nullable(),
    notes: z.string(),
  })
  .superRefine((entry, context) => {
    const addIssue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const itself = entryRef(entry);
    if (entry.status === "SHIPPED" && entry.superseded_by !== null)
      addIssue("superseded_by", `${itself} is SHIPPED; only an inactive entry names its replacement`);
    if (entry.status === "SUPERSEDED" && entry.superseded_by === null)
      addIssue("superseded_by", `${itself} is SUPERSEDED and must name the version that replaces it`);
    if (entry.superseded_by === itself) addIssue("superseded_by", `${itself} must not replace itself`);
    if (entry.status === "DEPRECATED" && entry.notes.trim() === "")
      addIssue("notes", `${itself} is DEPRECATED and must carry a migration note`);
  });
export type CodeIndexEntry = z.infer<typeof CodeIndexEntry>;

export function entryRef({ module_id, version }: Pick<CodeIndexEntry, "module_id" | "version">): ModuleRef {
  return moduleRef(module_id, version);
}

/** Whether a plan may reuse the entry. */
export function isActive(entry: Pick<CodeIndexEntry, "status">): boolean {
  return entry.status === "SHIPPED";
}

/** Whether its files are on the default branch, and therefore sealed. */
export function isThere(entry: Pick<CodeIndexEntry, "status">): boolean {
  return entry.status !== "WITHDRAWN";
}

/** The entry of a module that has just shipped. */
export function indexEntryOf(contract: Contract): CodeIndexEntry {
  const folder = moduleFolder(contract.module_id, contract.module_version);
  return {
    module_id: contract.module_id,
    version: contract.module_version,
    name: contract.name,
    purpose: contract.purpose,
    tags: contract.tags,
    contract_ref: `${folder}/contract.yml`,
    examples_ref: `${folder}/examples.md`,
    ship_ref: `${folder}/ship.yml`,
    io_summary: summarizeInterface(contract),
    dependencies: contract.dependencies.map((dependency) => dependency.ref),
    status: "SHIPPED",
    superseded_by: null,
    notes: "",
  };
}

/** The path of a shipped version's public files (decisions.md#where-state-lives). */
export function moduleFolder(moduleId: ModuleId, version: Version): string {
  return `.factory/modules/${moduleId}/${version}`;
}

/** The folder of all entries. */
export const CODE_INDEX_FOLDER = ".factory/code-index/";

export function indexEntryPath(ref: ModuleRef): string {
  return `${CODE_INDEX_FOLDER}${ref}.yml`;
}
