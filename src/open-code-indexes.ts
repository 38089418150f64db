import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalEmbedder } from "./adapters/embeddings/local-embedder.js";
import { createVectorFolder } from "./adapters/embeddings/vector-folder.js";
import { type CodeIndex, createCodeIndex } from "./code-index/code-index.js";
import type { CodeIndexEntry } from "./domain/index-entries/code-index-entry.js";
import type { Refusal } from "./domain/refusal.js";
import type { RepositoryRef } from "./ports.js";

/** One embedder for the process, and for each repository a folder of vectors that can be lost at any time. */
export function openCodeIndexes(folder: string | undefined, onUseless: (why: Refusal) => void) {
  const embedder = createLocalEmbedder();
  const root = folder ?? join(tmpdir(), "software-factory-vectors");
  return {
    over({ id }: RepositoryRef): (entries: readonly CodeIndexEntry[]) => CodeIndex {
      const cache = createVectorFolder({ folder: join(root, String(id)), onUseless });
      return (entries) => createCodeIndex({ entries, embedder, cache });
    },
    stop: () => embedder.stop(),
  };
}
