import { supportFiles } from "../../domain/contract/support-files.js";
import { sha256 } from "../../domain/hash.js";
import type { FileTree } from "../../languages/file-tree.js";
import { isAbsent } from "../../languages/language-reader.js";
import type { MutableFile, Mutant } from "../../languages/mutants/mutant.js";
import { readerFor } from "../../languages/reader-for.js";
import type { GateContext, GateManifest } from "../gate-context.js";

/** A mutant of one of the module's files, under the name that activates it. */
export type NamedMutant = Mutant & { readonly path: string; readonly name: string };

/** The module's own files with all their mutants. */
export type ModuleMutants = {
  readonly mutants: readonly NamedMutant[];
  /** The files to put in place of the module's. */
  readonly prepared: readonly { readonly path: string; readonly text: string }[];
};

/** A longer file is generated, or data. */
const LONGEST = 100_000;

export function moduleMutants({
  manifest,
  head,
  base,
}: Pick<GateContext, "manifest" | "head" | "base">): ModuleMutants {
  const files = ownSources(manifest).flatMap((path, index) => {
    const text = head.read(path);
    const file = text === undefined || text.length > LONGEST ? undefined : mutable(path, text);
    return text === undefined || file === undefined ? [] : [{ path, text, file, prefix: `${index}.` }];
  });
  return {
    mutants: files.flatMap(({ path, text, file, prefix }) => {
      const isOwn = ownLines(path, text, base);
      const named = file.mutants.map((mutant, nth) => ({ ...mutant, path, name: `${prefix}${nth}` }));
      return named.filter(({ line }) => isOwn(line));
    }),
    prepared: files.map(({ path, file, prefix }) => ({ path, text: file.prepared((nth) => `${prefix}${nth}`) })),
  };
}

function ownSources(manifest: GateManifest): string[] {
  const tests = new Set([manifest.testFile, ...supportFiles(manifest)]);
  return manifest.files.filter(({ path, action }) => action !== "DELETE" && !tests.has(path)).map(({ path }) => path);
}

function mutable(path: string, text: string): MutableFile | undefined {
  const mutate = readerFor(path)?.mutate;
  return mutate === undefined || isAbsent(mutate) ? undefined : mutate(path, text);
}

/** In a file that was there before, the lines that it did not have. */
function ownLines(path: string, text: string, base: FileTree): (line: number) => boolean {
  const before = base.read(path);
  if (before === undefined) return () => true;
  const old = new Set(before.split("\n"));
  const lines = text.split("\n");
  return (line) => !old.has(lines[line - 1] ?? "");
}

/**
 * The order in which mutants are tried: one of each function in turn, so that every beginning of it is spread evenly.
 * The order within a function is shuffled, always in the same way for the same text.
 */
export function inTurn(mutants: readonly NamedMutant[], seed: string): NamedMutant[] {
  const functions = new Map<string, NamedMutant[]>();
  for (const mutant of mutants) {
    const key = `${mutant.path} ${mutant.within}`;
    functions.set(key, [...(functions.get(key) ?? []), mutant]);
  }
  const rank = (text: string) => sha256(`${seed} ${text}`);
  const shuffled = [...functions.keys()]
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .map((key) => (functions.get(key) ?? []).toSorted((a, b) => (rank(a.name) < rank(b.name) ? -1 : 1)));
  const most = Math.max(0, ...shuffled.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => shuffled.flatMap((own) => own[turn] ?? [])).flat();
}
