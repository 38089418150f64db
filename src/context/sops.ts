import { type Sop, SopFrontMatter, splitFrontMatter } from "../domain/budget/sop.js";
import { accept, type Outcome, type Refusal } from "../domain/refusal.js";
import { readYaml } from "../yaml.js";

/** The standards of a repository, and the files among them that cannot be read: neither is quietly left out. */
export type ReadSops = { readonly sops: readonly Sop[]; readonly problems: readonly Refusal[] };

const SOP_FILE = /^\.factory\/sops\/(?:[^/]+\/)*([^/]+\.md)$/;

/** Whether a path is a standard's (DESIGN, where state lives). */
export function isSopFile(path: string): boolean {
  return SOP_FILE.test(path);
}

/** Reads `.factory/sops/*.md`, named by their path below that folder, in the order of their names. */
export function readSops(files: ReadonlyMap<string, string>): ReadSops {
  const read = [...files]
    .filter(([path]) => isSopFile(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => readSop(path, text));
  return {
    sops: read.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])),
    problems: read.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal])),
  };
}

function readSop(path: string, text: string): Outcome<Sop> {
  const parts = splitFrontMatter(path, text);
  if (!parts.ok) return parts;
  // The line of --- above it counts, so that a problem names the line a person opens.
  const frontMatter = readYaml(path, `\n${parts.value.frontMatter}`, SopFrontMatter);
  if (!frontMatter.ok) return frontMatter;
  const name = path.slice(".factory/sops/".length);
  return accept({ ...frontMatter.value, name, body: parts.value.body });
}
