import { type Sop, SopFrontMatter, splitFrontMatter } from "../../domain/budget/sop.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";

const SOPS_FOLDER = ".factory/sops/";

/** Whether a path is a standard's (decisions.md#where-state-lives). */
export function isSopFile(path: string): boolean {
  return path.startsWith(SOPS_FOLDER) && path.endsWith(".md");
}

/**
 * The standards of a repository, named by their path below `.factory/sops`, in the order of their names. A standard
 * that cannot be read is refused with its line, never left out (requirements.md#all-or-nothing-standards). Roles and
 * gates both use this reader.
 */
export function readSops(files: ReadonlyMap<string, string>): Outcome<readonly Sop[]> {
  const sops: Sop[] = [];
  for (const path of [...files.keys()].filter(isSopFile).sort()) {
    const sop = readSop(path, files.get(path) ?? "");
    if (!sop.ok) return sop;
    sops.push(sop.value);
  }
  return accept(sops);
}

function readSop(path: string, text: string): Outcome<Sop> {
  const parts = splitFrontMatter(path, text);
  if (!parts.ok) return parts;
  // The `---` line above counts, so that a problem names the line in the file.
  const frontMatter = readYaml(path, `\n${parts.value.frontMatter}`, SopFrontMatter);
  if (!frontMatter.ok) return frontMatter;
  return accept({ ...frontMatter.value, name: path.slice(SOPS_FOLDER.length), body: parts.value.body });
}
