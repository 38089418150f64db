import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeIndex, createCodeIndex } from "../../code-index/code-index.js";
import { chooseEmbedder, type HostedEmbedders } from "../../code-index/embeddings/choose-embedder.js";
import { createLocalEmbedder } from "../../code-index/embeddings/local-embedder.js";
import { createVectorFolder } from "../../code-index/embeddings/vector-folder.js";
import type { EmbedderConfig } from "../../domain/config/embedder-config.js";
import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import type { CodeIndexEntry } from "../../domain/index-entries/code-index-entry.js";
import { inFile, orThrow, type Refusal } from "../../domain/refusal.js";
import type { RepositoryRef } from "../../engine/ports.js";

/** The folder with the vectors of all repositories. */
export function vectorRoot(folder: string | undefined): string {
  return folder ?? join(tmpdir(), "software-factory-vectors");
}

/** One local embedder for the process, and for each repository a folder of vectors, which is only a cache. */
export function openCodeIndexes(
  folder: string | undefined,
  { hosted, onUseless }: { readonly hosted: HostedEmbedders; readonly onUseless: (why: Refusal) => void },
) {
  const local = createLocalEmbedder();
  const root = vectorRoot(folder);
  return {
    over({ id }: RepositoryRef): (entries: readonly CodeIndexEntry[], config: EmbedderConfig) => CodeIndex {
      const cache = createVectorFolder({ folder: join(root, String(id)), onUseless });
      return (entries, config) => {
        const embedder = orThrow(inFile(CONFIG_PATH, chooseEmbedder(config, { local, hosted })));
        return createCodeIndex({ entries, embedder, cache });
      };
    },
    stop: () => local.stop(),
  };
}
