/** The route of a request: its method and the template of its path, or the path where there is no template. */
export type Route = { readonly method: string; readonly path: string };

/** `* /repos/**`: `*` is one segment or any method, `**` is any number of segments. */
export function matchesRoute(pattern: string, { method, path }: Route): boolean {
  const at = pattern.indexOf(" ");
  const requested = pattern.slice(0, at);
  if (requested !== "*" && requested !== method) return false;
  const source = pattern
    .slice(at + 1)
    .split("**")
    .map((piece) => piece.split("*").map(escapeRegExp).join("[^/]*"))
    .join(".*");
  return new RegExp(`^${source}$`).test(path);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
