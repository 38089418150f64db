import { bareExportName, type ContractAssertion } from "../contract/assertion.js";
import { type ModuleId, parseModuleRef } from "../ids.js";
import { type ForbiddenImport, forbiddenImports, type Neighbour } from "./do-not-import.js";
import type { AvailableExport, ExecutionContext } from "./execution-context.js";
import type { LineChanges } from "./line-changes.js";
import type { RetryContext } from "./retry-context.js";

/** Exports of one module, as an import statement names them. */
export type ImportSource = {
  readonly from: string;
  readonly exports: readonly { readonly name: string; readonly type: AvailableExport["type"] }[];
};

/** The first files by name, those that no role may read marked, and how many more there are. */
export type FileList = {
  readonly shown: readonly { readonly path: string; readonly sealed: boolean }[];
  readonly left_out: number;
};

/** What is added to a role's call (requirements.md#prompt-sections), as data. The prompts have the words. */
export type PromptSections = {
  readonly must_create: readonly string[];
  readonly requirements: readonly string[];
  readonly guidance: readonly string[];
  readonly available_imports: readonly ImportSource[];
  readonly do_not_import: readonly ForbiddenImport[];
  /** The number of further shipped modules whose exports must not be imported; they are not listed. */
  readonly do_not_import_left_out: number;
  /** Null on a first attempt. */
  readonly previous_attempt: PreviousAttempt | null;
  readonly files_created: FileList;
  readonly files_modified: FileList;
  readonly lines: LineChanges;
};

/** What must be different this time, and whether the files of the last attempt still exist. */
export type PreviousAttempt = RetryContext & { readonly keeps_tree: boolean };

export type SectionsInput = {
  readonly moduleId: ModuleId;
  readonly dependsOn: readonly ModuleId[];
  readonly creates: readonly string[];
  readonly assertions: readonly ContractAssertion[];
  readonly neighbours: readonly Neighbour[];
  /** The number of modules that were too many to be listed. */
  readonly neighboursLeftOut: number;
  readonly context: ExecutionContext;
  readonly retry: RetryContext;
  /**
   * Whether the next attempt continues from the files of the previous one
   * (decisions.md#which-tree-an-attempt-starts-from).
   */
  readonly keepsTree: boolean;
  readonly isSealed: (path: string) => boolean;
};

const SHOWN_FILES = 10;

export function promptSections(input: SectionsInput): PromptSections {
  const { assertions, context, retry } = input;
  const messagesOf = (type: ContractAssertion["type"]) =>
    assertions.filter((assertion) => assertion.type === type).map((assertion) => assertion.message);
  return {
    must_create: input.creates.map(bareExportName),
    requirements: messagesOf("assert"),
    guidance: messagesOf("suggest"),
    available_imports: bySource(importable(context.available_exports, input.dependsOn)),
    do_not_import: forbiddenImports({
      moduleId: input.moduleId,
      declared: input.dependsOn,
      neighbours: input.neighbours,
    }),
    do_not_import_left_out: input.neighboursLeftOut,
    previous_attempt: retry.attempt > 1 ? { ...retry, keeps_tree: input.keepsTree } : null,
    files_created: fileList(context.changes_so_far.files_created, input.isSealed),
    files_modified: fileList(context.changes_so_far.files_modified, input.isSealed),
    lines: {
      additions: context.changes_so_far.total_additions,
      deletions: context.changes_so_far.total_deletions,
    },
  };
}

/** Exports of declared dependencies, and of no other module (decisions.md#what-is-known-of-dependencies). */
function importable(exports: readonly AvailableExport[], dependsOn: readonly ModuleId[]): AvailableExport[] {
  const declared = new Set(dependsOn);
  return exports.filter((item) => declared.has(parseModuleRef(item.created_by).moduleId));
}

export function bySource(exports: readonly AvailableExport[]): ImportSource[] {
  const sources = [...new Set(exports.map((item) => item.from))];
  return sources.map((from) => ({
    from,
    exports: exports.filter((item) => item.from === from).map(({ name, type }) => ({ name, type })),
  }));
}

function fileList(files: readonly string[], isSealed: SectionsInput["isSealed"]): FileList {
  const shown = files.slice(0, SHOWN_FILES).map((path) => ({ path, sealed: isSealed(path) }));
  return { shown, left_out: files.length - shown.length };
}
