/** A path of a report as the repository spells it; undefined-safe, `file:` addresses included. */
export function relativeFile(file: string | null | undefined, root: string): string | null {
  if (file === null || file === undefined || file === "") return null;
  const path = file.startsWith("file://") ? decodeURIComponent(new URL(file).pathname) : file;
  const folder = root.endsWith("/") ? root : `${root}/`;
  return (path.startsWith(folder) ? path.slice(folder.length) : path).replace(/^\.\//, "");
}
