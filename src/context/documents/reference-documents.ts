import type { Config } from "../../domain/config/config.js";
import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import type { TreeEntry } from "../../engine/ports.js";
import type { Seal } from "../../features/seals/seal.js";
import { isClosedToRoles, isFactoryFile, isOrdinaryFile } from "../workspace/closed-paths.js";
import { isSealedFor } from "../workspace/sealed-paths.js";
import { namedPaths } from "./named-paths.js";

/** The limits of documents for the product role. */
export const DOCUMENT_LIMITS = { count: 20, bytes: 100_000 };

/** Documents for people. Source code is excluded: a spec based on today's code would describe the code. */
const DOCUMENT = /\.(?:md|markdown|txt|rst|adoc|csv|json|toml|xml|ya?ml)$/i;

/** The documents that the request refers to: the readable ones, and the others with the reason. */
export type ReferenceDocuments = {
  readonly readable: readonly TreeEntry[];
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
};

/** The existing documents that a role may see, judged by their names. */
export function documentsNamedIn(specText: string, entries: readonly TreeEntry[]): TreeEntry[] {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return namedPaths(specText).flatMap((path) => {
    const entry = byPath.get(path);
    return entry !== undefined && isOrdinaryFile(entry) && isOpenDocument(path) ? [entry] : [];
  });
}

function isOpenDocument(path: string): boolean {
  const normal = normalisePath(path);
  return DOCUMENT.test(path) && normal.ok && !isClosedToRoles(normal.value.key) && !isFactoryFile(normal.value.key);
}

/** Those that no shipped module has closed. Documents over a limit are named; nothing is cut or dropped silently. */
export function referenceDocuments(
  named: readonly TreeEntry[],
  { seals, config }: { readonly seals: readonly Seal[]; readonly config: Config },
): ReferenceDocuments {
  const isSealed = isSealedFor({ module: null, seals, others: [], config });
  const open = named.filter(({ path }) => !isSealed(path));
  const small = open.filter(({ size }) => size <= DOCUMENT_LIMITS.bytes);
  const large = open.filter(({ size }) => size > DOCUMENT_LIMITS.bytes);
  return {
    readable: small.slice(0, DOCUMENT_LIMITS.count),
    leftOut: [
      ...large.map(({ path, size }) => ({ path, why: `${size} bytes; at most ${DOCUMENT_LIMITS.bytes} can be read` })),
      ...small
        .slice(DOCUMENT_LIMITS.count)
        .map(({ path }) => ({ path, why: `at most ${DOCUMENT_LIMITS.count} documents can be read` })),
    ],
  };
}
