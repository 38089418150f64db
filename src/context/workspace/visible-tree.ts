import { type NormalPath, normalisePath } from "../../domain/enforcement/normalise-path.js";
import type { Sha } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { TreeEntry } from "../../engine/ports.js";
import { summariseSource } from "../../languages/summarise-source.js";
import { isBinary } from "./file-text.js";
import { type PathView, pathView } from "./path-view.js";
import { sealedMessage, sealOwners } from "./sealed-paths.js";
import type { FileView } from "./workspace.js";
import type { WorkspaceFacts } from "./workspace-facts.js";

type Shown = Extract<PathView, { kind: "shown" }>["permission"];

/** Represents content that is no text: it is never shown, and no written text equals it. */
const NOT_TEXT = "\0";

/** The visible part of the tree, with the changes of this call. */
export type VisibleTree = {
  /** Every path that may be named, sorted, with how much of it may be shown. */
  paths(): readonly { readonly path: string; readonly permission: Shown }[];
  /** Every existing sealed path, with the module that it belongs to. Its content is never fetched. */
  sealed(): readonly { readonly path: string; readonly sealed: string }[];
  read(path: string): Promise<Outcome<FileView>>;
  /** The texts of paths that `paths` shows as FULL, in their order, without binaries. */
  texts(paths: readonly string[]): Promise<readonly { readonly path: string; readonly text: string }[]>;
  /** Changes of the tree: a text, or null for a deleted file. */
  readonly changes: Map<string, string | null>;
  /** The content of the unchanged tree at a path; undefined if there is none. */
  original(path: string): Promise<string | undefined>;
};

export function createTree(facts: WorkspaceFacts): VisibleTree {
  const view = pathView(facts);
  const ownerOf = sealOwners(facts);
  const entries = new Map(facts.entries.map((entry) => [entry.path, entry]));
  const own = new Set(facts.module?.files.map(({ path }) => path));
  const blobs = new Map<Sha, Promise<string>>();
  const changes = new Map<string, string | null>();

  const blobText = (blob: Sha): Promise<string> => {
    const known = blobs.get(blob) ?? facts.readBlob(blob);
    blobs.set(blob, known);
    return known;
  };
  const original = async (path: string): Promise<string | undefined> => {
    const entry = entries.get(path);
    return entry === undefined ? undefined : blobText(entry.blob);
  };
  const current = async (path: string): Promise<string> => changes.get(path) ?? (await original(path)) ?? "";
  const exists = (path: string) => (changes.has(path) ? changes.get(path) !== null : entries.has(path));

  return {
    changes,
    original,
    paths: () => {
      const all = new Set([...entries.keys(), ...changes.keys()]);
      return [...all]
        .filter(exists)
        .sort()
        .flatMap((path) => shownAs(path, entries.get(path), view));
    },
    sealed: () =>
      facts.entries.flatMap(({ path }) => {
        const normal = normalisePath(path);
        if (!normal.ok || normal.value.path !== path) return [];
        const owner = ownerOf(normal.value.key);
        return owner === undefined ? [] : [{ path, sealed: owner }];
      }),
    texts: async (paths) => {
      const unread = paths.flatMap((path) => {
        const entry = changes.has(path) ? undefined : entries.get(path);
        return entry === undefined || blobs.has(entry.blob) ? [] : [entry];
      });
      const read = await facts.readBlobs(unread);
      for (const [blob, text] of read) blobs.set(blob, Promise.resolve(text ?? NOT_TEXT));
      const texts = await Promise.all(paths.map(async (path) => ({ path, text: await current(path) })));
      return texts.filter(({ text }) => !isBinary(text));
    },
    read: async (raw) => {
      const normal = normalisePath(raw);
      if (!normal.ok) return normal;
      const { path } = normal.value;
      const seen = view(normal.value, entries.get(path));
      if (seen.kind === "sealed") return refuse("sealed", sealedMessage(raw), { path: raw });
      if (seen.kind === "hidden" || !exists(path)) return refuse("no-such-file", `there is no file ${path}`, { path });
      const { permission } = seen;
      return accept(await viewFile({ path, permission, own: own.has(path), entry: entries.get(path), current }));
    },
  };
}

/** An entry whose name cannot be judged is not part of any workspace. */
function shownAs(path: string, entry: TreeEntry | undefined, view: ReturnType<typeof pathView>) {
  const normal = normalisePath(path);
  if (!normal.ok || normal.value.path !== path) return [];
  const seen = view(normal.value satisfies NormalPath, entry);
  return seen.kind === "shown" ? [{ path, permission: seen.permission }] : [];
}

type Viewed = {
  path: string;
  permission: Shown;
  own: boolean;
  entry: TreeEntry | undefined;
  current: (path: string) => Promise<string>;
};

async function viewFile({ path, permission, own, entry, current }: Viewed): Promise<FileView> {
  const metadata = (why: string): FileView => {
    const size = entry === undefined ? "" : `, ${entry.size} bytes`;
    return { path, permission: "METADATA_ONLY", own, text: `${path}${size}: ${why}` };
  };
  if (permission === "METADATA_ONLY") return metadata("its content is not shown");
  const text = await current(path);
  if (isBinary(text)) return metadata("not a text file");
  return { path, permission, own, text: permission === "FULL" ? text : summariseSource(path, text) };
}
