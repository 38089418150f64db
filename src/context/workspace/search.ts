import { PathPattern, patternMatcher } from "../../domain/config/path-pattern.js";
import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { lineMatcher } from "./line-matcher.js";
import type { VisibleTree } from "./visible-tree.js";
import type { Bounded, FolderEntry, GrepMatch, GrepQuery, GrepResult } from "./workspace.js";

/** Limits that keep one answer readable and one search affordable. */
export const SEARCH_LIMITS = {
  entries: 500,
  matches: 200,
  files: 1_000,
  lineCharacters: 300,
  searchedCharacters: 2_000,
};

/** Search and listing: sealed and hidden paths are left out (requirements.md#sealed-message). */
export type Search = {
  list(folder: string): Outcome<Bounded<FolderEntry>>;
  glob(pattern: string): Outcome<Bounded<string>>;
  grep(query: GrepQuery): Promise<Outcome<GrepResult>>;
};

export function createSearch(tree: VisibleTree): Search {
  return {
    list: (folder) => {
      const prefix = folderPrefix(folder);
      if (!prefix.ok) return prefix;
      const entries = childrenOf(prefix.value, tree.paths());
      if (entries.length === 0 && prefix.value !== "") return refuse("no-such-folder", `there is no folder ${folder}`);
      return accept(bounded(entries, SEARCH_LIMITS.entries));
    },
    glob: (pattern) => {
      const matches = globMatcher(pattern);
      if (!matches.ok) return matches;
      const paths = tree.paths().map(({ path }) => path);
      return accept(bounded(paths.filter(matches.value), SEARCH_LIMITS.entries));
    },
    grep: (query) => grep(tree, query),
  };
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
  const found = texts.flatMap(({ path, text }) => matchesIn(path, text, matches.value));
  const searched = texts.length;
  return accept({ ...bounded(found, SEARCH_LIMITS.matches), searched, notSearched: files.length - searched });
}

/** Only the beginning of a line is searched and shown; a longer one is generated, and marked. */
function matchesIn(path: string, text: string, matches: (line: string) => boolean): GrepMatch[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (!matches(line.slice(0, SEARCH_LIMITS.searchedCharacters))) return [];
    const more = line.length - SEARCH_LIMITS.lineCharacters;
    const shown = more > 0 ? `${line.slice(0, SEARCH_LIMITS.lineCharacters)} [${more} more characters]` : line;
    return [{ path, line: index + 1, text: shown }];
  });
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

function childrenOf(prefix: string, paths: readonly { readonly path: string }[]): FolderEntry[] {
  const children = new Map<string, FolderEntry>();
  for (const { path } of paths) {
    if (!path.startsWith(prefix)) continue;
    const [name = "", ...below] = path.slice(prefix.length).split("/");
    children.set(name, { name, kind: below.length === 0 ? "file" : "folder" });
  }
  return [...children.values()];
}

function bounded<T>(items: readonly T[], limit: number): Bounded<T> {
  return { shown: items.slice(0, limit), leftOut: Math.max(0, items.length - limit) };
}
