import { ModuleRef } from "../../domain/ids.js";
import { CodeIndexEntry, entryRef, indexEntryPath, isThere } from "../../domain/index-entries/code-index-entry.js";
import type { Drift } from "../../features/seals/drift.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import { INDEX_ENTRY, readAt } from "./read-shipped.js";
import type { Tree } from "./read-task.js";

type Broken = Extract<Drift, { kind: "record" }>;

/** One shipped version with readable evidence. */
type SealedVersion = { readonly module_ref: ModuleRef; readonly evidence: ShipEvidence };

/** What a commit of the default branch keeps sealed, and the unreadable parts of its record. */
export type SealedReading = {
  readonly versions: readonly SealedVersion[];
  /** All entries of the index, including withdrawn ones. */
  readonly entries: readonly CodeIndexEntry[];
  readonly unreadable: readonly Broken[];
};

/**
 * Each shipped version's own evidence has its seals. A broken one must not unseal the others, and deleting an entry
 * does not unseal its version.
 */
export async function readSealed(tree: Tree): Promise<SealedReading> {
  const paths = tree.entries.map(({ path }) => path);
  const read = await Promise.all(paths.filter((path) => INDEX_ENTRY.test(path)).map((path) => readEntry(tree, path)));
  const entries = read.flatMap((entry) => ("kind" in entry ? [] : [entry]));
  const listed = new Set(entries.map(entryRef));
  const orphans = paths.flatMap((path) => evidenceOf(path) ?? []).filter(({ ref }) => !listed.has(ref));
  const sealed = [
    ...entries.filter(isThere).map((entry) => ({ ref: entryRef(entry), path: entry.ship_ref })),
    ...orphans,
  ];
  const versions = await Promise.all(sealed.map((one) => readVersion(tree, one)));
  return {
    versions: versions.flatMap((version) => ("kind" in version ? [] : [version])),
    entries,
    unreadable: [
      ...read.flatMap((entry) => ("kind" in entry ? [entry] : [])),
      ...orphans.flatMap(({ ref }) => entryGone(tree, ref)),
      ...versions.flatMap((version) => ("kind" in version ? [version] : [])),
    ],
  };
}

type Evidenced = { readonly ref: ModuleRef; readonly path: string };

function evidenceOf(path: string): Evidenced | undefined {
  const [, id, version] = /^\.factory\/modules\/([^/]+)\/([^/]+)\/ship\.yml$/.exec(path) ?? [];
  const ref = ModuleRef.safeParse(`${id}@${version}`);
  return ref.success ? { ref: ref.data, path } : undefined;
}

async function readEntry(tree: Tree, path: string): Promise<CodeIndexEntry | Broken> {
  const entry = await readAt(tree, path, CodeIndexEntry);
  return entry.ok ? entry.value : { kind: "record", path, why: entry.refusal.message };
}

async function readVersion(tree: Tree, { ref, path }: Evidenced): Promise<SealedVersion | Broken> {
  const evidence = await readAt(tree, path, ShipEvidence);
  if (!evidence.ok) return { kind: "record", path, why: evidence.refusal.message };
  return { module_ref: ref, evidence: evidence.value };
}

/** An existing but unreadable one was reported already. */
function entryGone(tree: Tree, ref: ModuleRef): Broken[] {
  const path = indexEntryPath(ref);
  if (tree.blobs.has(path)) return [];
  return [{ kind: "record", path, why: `${ref} has shipped, and its entry is gone; restore it from the history.` }];
}
