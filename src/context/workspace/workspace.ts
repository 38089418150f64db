import type { Outcome } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { TextEdit } from "./file-text.js";
import type { LinePattern } from "./line-matcher.js";
import { createOverlay } from "./overlay.js";
import { createSearch } from "./search.js";
import { createTree } from "./visible-tree.js";
import type { WorkspaceFacts } from "./workspace-facts.js";

/** The visible part of a file. */
export type FileView = {
  readonly path: string;
  readonly permission: "FULL" | "SUMMARY_ONLY" | "METADATA_ONLY";
  /** Whether it is a file of the module being built. */
  readonly own: boolean;
  readonly text: string;
};

/** Some results, and the number of the others. */
export type Bounded<T> = { readonly shown: readonly T[]; readonly leftOut: number };

/** `sealed` names the module that a file belongs to, where it may be named and not read. */
export type FolderEntry = { readonly name: string; readonly kind: "file" | "folder"; readonly sealed?: string };
export type NamedPath = { readonly path: string; readonly sealed?: string };

export type GrepQuery = LinePattern & {
  readonly folder: string;
  readonly glob: string | null;
  /** Lines to show before and after each line that is found. */
  readonly context?: number;
  readonly max?: number;
};
export type GrepMatch = {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
};
export type GrepResult = Bounded<GrepMatch> & {
  readonly searched: number;
  /** Visible files that were not searched: too many, or shown without their content. */
  readonly notSearched: number;
};

export type Changes = { readonly files: readonly FileToWrite[]; readonly deletions: readonly string[] };

/**
 * A guarded git tree (requirements.md#context-packs, requirements.md#opaque-implementation): every read and every
 * change is checked here, whatever a prompt says. Changes stay in memory; the caller commits `changes()`.
 */
export type Workspace = {
  list(folder: string): Promise<Outcome<Bounded<FolderEntry>>>;
  read(path: string): Promise<Outcome<FileView>>;
  grep(query: GrepQuery): Promise<Outcome<GrepResult>>;
  glob(pattern: string): Promise<Outcome<Bounded<NamedPath>>>;
  write(path: string, text: string): Promise<Outcome<string>>;
  edit(edit: TextEdit): Promise<Outcome<string>>;
  remove(path: string): Promise<Outcome<string>>;
  changes(): Changes;
};

export function openWorkspace(facts: WorkspaceFacts): Workspace {
  const tree = createTree(facts);
  const overlay = createOverlay(facts, tree);
  const search = createSearch(tree);
  return {
    list: async (folder) => search.list(folder),
    read: (path) => tree.read(path),
    grep: (query) => search.grep(query),
    glob: async (pattern) => search.glob(pattern),
    write: overlay.write,
    edit: overlay.edit,
    remove: overlay.remove,
    changes: overlay.changes,
  };
}
