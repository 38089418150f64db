/** A list that is longer is one line per folder: the tools list what is in it. */
const MOST_FILES = 60;
const MOST_FOLDERS = 60;

/** The files of a repository by name; of many, their folders with counts. Those not shown are marked. */
export function renderPaths(paths: readonly string[], notShown: readonly string[]): string {
  if (paths.length === 0) return "none";
  const closed = new Set(notShown);
  if (paths.length <= MOST_FILES) {
    return paths.map((path) => (closed.has(path) ? `${path} (content not shown)` : path)).join("\n");
  }
  const folders = countBy(paths.map(folderOf));
  const shown = [...folders].slice(0, MOST_FOLDERS).map(([folder, count]) => `${folder}: ${count} files`);
  const more = folders.size - MOST_FOLDERS;
  return [
    `${paths.length} files; \`list\` and \`glob\` name each.`,
    ...shown,
    ...(more > 0 ? [`and ${more} more folders`] : []),
  ].join("\n");
}

/** The first two levels tell a layout. */
function folderOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.length === 0 ? "(top)" : `${folders.slice(0, 2).join("/")}/`;
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
