import type { WorkspaceFacts, WorkspaceModule } from "../../src/context/workspace/workspace-facts.js";
import { unownedCodeRef, workspaceRef } from "../../src/context/workspace/workspace-refs.js";
import { buildContextPack } from "../../src/domain/artifacts/build-context-pack.js";
import type { ContextPack } from "../../src/domain/artifacts/context-pack.js";
import { Config } from "../../src/domain/config/config.js";
import { sha256 } from "../../src/domain/hash.js";
import type { TreeEntry } from "../../src/engine/ports.js";

export const head = "a".repeat(40);

/** A blob SHA for a text: 40 hexadecimal digits that depend on it. */
export function blobOf(text: string): string {
  return sha256(text).slice(0, 40);
}

/** A commit's tree of files, and a reader that records every blob it reads. */
export function aTree(files: Readonly<Record<string, string>>, modes: Readonly<Record<string, string>> = {}) {
  const entries: TreeEntry[] = Object.entries(files).map(([path, text]) => ({
    path,
    blob: blobOf(`${path}\n${text}`),
    size: Buffer.byteLength(text),
    mode: modes[path] ?? "100644",
  }));
  const texts = new Map(Object.entries(files).map(([path, text]) => [blobOf(`${path}\n${text}`), text]));
  const fetched: string[] = [];
  const readBlob = async (blob: string) => {
    fetched.push(blob);
    const text = texts.get(blob);
    if (text === undefined) throw new Error(`no blob ${blob}`);
    return text;
  };
  const readBlobs = async (blobs: readonly { readonly blob: string }[]) =>
    new Map(await Promise.all(blobs.map(async ({ blob }) => [blob, await readBlob(blob)] as const)));
  return {
    entries,
    readBlob,
    readBlobs,
    fetched,
    blobAt: (path: string) => entries.find((entry) => entry.path === path)?.blob,
  };
}

export const aModule: WorkspaceModule = {
  module_id: "MM-0001",
  module_version: "1.0.0",
  test_file: "test/tag.test.ts",
  files: [
    { path: "src/tag.ts", action: "CREATE", reason: "the module" },
    { path: "src/index.ts", action: "MODIFY", reason: "the barrel exports it" },
    { path: "src/old.ts", action: "DELETE", reason: "replaced" },
    { path: "test/tag.test.ts", action: "CREATE", reason: "its tests" },
  ],
};

/** A proposer's context pack: its own files and unowned code in full, one dependency by its contract. */
export function aProposerPack(changes: Partial<ContextPack> = {}): ContextPack {
  const pack = buildContextPack({
    id: "CP-00000001",
    createdFor: { role: "proposer", run_id: "run-1", task_ref: "T-core-tags-normalise-001" },
    situation: "ordinary",
    candidates: [
      { ref: workspaceRef("MM-0001", head), input: "workspace", reason: "its own files" },
      { ref: unownedCodeRef(head), input: "unowned-code", reason: "open code" },
      { ref: "MM-0002@1.0.0", input: "dependency-contracts", reason: "a declared dependency" },
    ],
    now: "2026-01-31T12:00:00Z",
  });
  return { ...pack, ...changes };
}

export const repository = {
  "README.md": "# Tags\n",
  "src/index.ts": 'export * from "./fold.js";\n',
  "src/old.ts": "export const old = 1;\n",
  "src/open.ts": "export const open = (x: number): number => x + 1;\n",
  "src/fold.ts": "export const SEALED_CANARY = 1;\n",
  "src/sealed/only.ts": "export const SEALED_CANARY = 2;\n",
  "package.json": "{}\n",
};

const foldSeal = (tree: ReturnType<typeof aTree>) => ({
  module_ref: "MM-0002@1.0.0",
  files: ["src/fold.ts", "src/sealed/only.ts"].map((path) => ({ path, blob: tree.blobAt(path) ?? blobOf(path) })),
});

/** The facts of a workspace over a small repository. MM-0002 has shipped and is sealed. */
export function workspaceFacts(
  changes: Partial<WorkspaceFacts> = {},
  files: Readonly<Record<string, string>> = repository,
  modes: Readonly<Record<string, string>> = {},
) {
  const tree = aTree(files, modes);
  const facts: WorkspaceFacts = {
    head,
    entries: tree.entries,
    readBlob: tree.readBlob,
    readBlobs: tree.readBlobs,
    pack: aProposerPack(),
    module: aModule,
    activity: "revise",
    seals: [foldSeal(tree)],
    others: [],
    config: Config.parse({}),
    ...changes,
  };
  return { facts, tree };
}
