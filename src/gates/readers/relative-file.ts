/** A report's path, relative to the repository. Accepts undefined and `file:` addresses. */
export function relativeFile(file: string | null | undefined, root: string): string | null {
  if (file === null || file === undefined || file === "") return null;
  const path = file.startsWith("file://") ? decodeURIComponent(new URL(file).pathname) : file;
  const folder = root.endsWith("/") ? root : `${root}/`;
  return (path.startsWith(folder) ? path.slice(folder.length) : path).replace(/^\.\//, "");
}
