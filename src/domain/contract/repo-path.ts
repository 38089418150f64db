import { z } from "zod";

/**
 * Wildcards are only for estimates. Square brackets are allowed: `app/[id]/page.tsx` is a file, and paths are compared
 * literally.
 */
const GLOB = /[*?{}]|^!/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A file of the repository: a relative, normalised, literal path. */
export const RepoPath = z.string().superRefine((path, context) => {
  const problem = pathProblem(path);
  if (problem !== undefined) context.addIssue({ code: "custom", message: `${problem}: ${JSON.stringify(path)}` });
});
export type RepoPath = z.infer<typeof RepoPath>;

function pathProblem(path: string): string | undefined {
  if (path === "") return "a path must not be empty";
  if (CONTROL.test(path)) return "a path must not hold control characters";
  if (path.includes("\\")) return "a path is separated by /, not by \\";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "a path must be relative to the repository";
  if (path.normalize("NFC") !== path) return "a path must be in Unicode NFC";
  if (GLOB.test(path)) return "a manifest names files one by one, without wildcards";
  if (path.split("/").some((segment) => segment === "" || segment === "." || segment === ".."))
    return "a path must be normalised, without empty, . or .. parts";
  return undefined;
}

/** Two paths with the same key are one file on some file systems (decisions.md#paths-are-normalised-first). */
export function pathKey(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
