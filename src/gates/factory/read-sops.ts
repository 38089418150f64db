import { applicableSops, type Sop, SopFrontMatter, splitFrontMatter } from "../../domain/budget/sop.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import { readYaml } from "../../yaml.js";
import type { FileTree } from "../file-tree.js";

const SOP_FILE = /^\.factory\/sops\/[^/]+\.md$/;

/** The standards of the base that apply to these files. One that cannot be read is refused, never left out. */
export function readSops(base: FileTree, files: readonly string[]): Outcome<readonly Sop[]> {
  const sops: Sop[] = [];
  for (const path of base.paths().filter((candidate) => SOP_FILE.test(candidate))) {
    const parts = splitFrontMatter(path, base.read(path) ?? "");
    if (!parts.ok) return parts;
    const front = readYaml(path, parts.value.frontMatter, SopFrontMatter);
    if (!front.ok) return front;
    sops.push({ ...front.value, name: path.slice(path.lastIndexOf("/") + 1), body: parts.value.body });
  }
  return accept(applicableSops(sops, files));
}
