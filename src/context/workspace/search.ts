import { PathPattern, patternMatcher } from "../../domain/config/path-pattern.js";
import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { lineMatcher } from "./line-matcher.js";
import type { VisibleTree } from "./visible-tree.js";
import type { Bounded, FolderEntry, GrepMatch, GrepQuery, GrepResult, NamedPath } from "./workspace.js";

/** Limits that keep one answer readable and one search affordable. */
export const SEARCH_LIMITS = {
  entries: 500,
  matches: 200,
  files: 1_000,
  lineCharacters: 300,
  searchedCharacters: 2_000,
};

/**
 * Search and listing. Hidden paths are left out; sealed ones are named as such, and never searched
 * (decisions.md#sealed-names-are-no-secret).
 */
export type Search = {
  list(folder: string): Outcome<Bounded<FolderEntry>>;
  glob(pattern: string): Outcome<Bounded<NamedPath>>;
  grep(query: GrepQuery): Promise<Outcome<GrepResult>>;
};

export function createSearch(tree: VisibleTree): Search {
  return {
    list: (folder) => {
      const prefix = folderPrefix(folder);
      if (!prefix.ok) return prefix;
      const entries = childrenOf(prefix.value, named(tree));
      if (entries.length === 0 && prefix.value !== "") return refuse("no-such-folder", `there is no folder ${folder}`);
      return accept(bounded(entries, SEARCH_LIMITS.entries));
    },
    glob: (pattern) => {
      const matches = globMatcher(pattern);
      if (!matches.ok) return matches;
      return accept(
        bounded(
          named(tree).filter(({ path }) => matches.value(path)),
          SEARCH_LIMITS.entries,
        ),
      );
    },
    grep: (query) => grep(tree, query),
  };
}

/** Every path that may be named, sorted, with the module that seals it. */
function named(tree: VisibleTree): NamedPath[] {
  const open = tree.paths().map(({ path }): NamedPath => ({ path }));
  return [...open, ...tree.sealed()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function grep(tree: VisibleTree, query: GrepQuery): Promise<Outcome<GrepResult>> {
  const matches = lineMatcher(query);
  if (!matches.ok) return matches;
  const prefix = folderPrefix(query.folder);
  if (!prefix.ok) return prefix;
  const requested = query.glob === null ? accept(() => true) : globMatcher(query.glob);
  if (!requested.ok) return requested;
  const files = tree.paths().filter(({ path }) => path.startsWith(prefix.value) && requested.value(path));
  const full = files.filter(({ permission }) => permission === "FULL").slice(0, SEARCH_LIMITS.files);
  const texts = await tree.texts(full.map(({ path }) => path));
  const { context = 0, max = SEARCH_LIMITS.matches } = query;
  const found = texts.flatMap(({ path, text }) => matchesIn(path, text, { matches: matches.value, context }));
  const searched = texts.length;
  return accept({ ...bounded(found, max), searched, notSearched: files.length - searched });
}

/** Only the beginning of a line is searched and shown; a longer one is generated, and marked. */
function matchesIn(
  path: string,
  text: string,
  { matches, context }: { readonly matches: (line: string) => boolean; readonly context: number },
): GrepMatch[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    if (!matches(line.slice(0, SEARCH_LIMITS.searchedCharacters))) return [];
    const before = lines.slice(Math.max(0, index - context), index).map(cut);
    const after = lines.slice(index + 1, index + 1 + context).map(cut);
    return [{ path, line: index + 1, text: cut(line), before, after }];
  });
}

function cut(line: string): string {
  const more = line.length - SEARCH_LIMITS.lineCharacters;
  return more > 0 ? `${line.slice(0, SEARCH_LIMITS.lineCharacters)} [${more} more characters]` : line;
}

function globMatcher(pattern: string): Outcome<(path: string) => boolean> {
  const checked = PathPattern.safeParse(pattern);
  if (checked.success) return accept(patternMatcher([checked.data]));
  return refuse("glob-invalid", checked.error.issues.map(({ message }) => `the pattern ${message}`).join("; "));
}

/** The top is "", "." or "/"; anything else is a folder of the repository. */
function folderPrefix(folder: string): Outcome<string> {
  if (["", ".", "./", "/"].includes(folder)) return accept("");
  const normal = normalisePath(folder);
  return normal.ok ? accept(`${normal.value.path}/`) : normal;
}

function childrenOf(prefix: string, paths: readonly NamedPath[]): FolderEntry[] {
  const children = new Map<string, FolderEntry>();
  for (const { path, sealed } of paths) {
    if (!path.startsWith(prefix)) continue;
    const [name = "", ...below] = path.slice(prefix.length).split("/");
    const mark = below.length > 0 || sealed === undefined ? {} : { sealed };
    children.set(name, { name, kind: below.length === 0 ? "file" : "folder", ...mark });
  }
  return [...children.values()];
}

function bounded<T>(items: readonly T[], limit: number): Bounded<T> {
  return { shown: items.slice(0, limit), leftOut: Math.max(0, items.length - limit) };
}
