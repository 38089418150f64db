import { applicableSops, type Sop } from "../../domain/budget/sop.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { FileTree } from "../../languages/file-tree.js";
import { isSopFile, readSops } from "./read-sops.js";

/** The standards at the base that apply to these files. */
export function sopsFor(base: FileTree, files: readonly string[]): Outcome<readonly Sop[]> {
  const texts = base
    .paths()
    .filter(isSopFile)
    .map((path) => [path, base.read(path) ?? ""] as const);
  const sops = readSops(new Map(texts));
  return sops.ok ? accept(applicableSops(sops.value, files)) : sops;
}
