import { posix } from "node:path";

/** How one file of the repository imports another. A TypeScript file is imported by the name of its compiled file. */
export function importSpecifier(from: string, to: string): string {
  const relative = posix
    .relative(posix.dirname(from), to)
    .replace(/\.(m|c)?ts$/, ".$1js")
    .replace(/\.tsx$/, ".js");
  return relative.startsWith(".") ? relative : `./${relative}`;
}
