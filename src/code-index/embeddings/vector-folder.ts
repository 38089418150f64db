import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../../domain/errors.js";
import type { Refusal } from "../../domain/refusal.js";
import type { VectorCache } from "../vector-cache.js";
import { decodeVectors, encodeVectors } from "./vector-file.js";

/** The vectors of one index in a folder. `onUseless` receives the reason if an existing file was ignored. */
export function createVectorFolder({
  folder,
  onUseless,
}: {
  readonly folder: string;
  readonly onUseless: (why: Refusal) => void;
}): VectorCache {
  const file = path.join(folder, "vectors.bin");
  return {
    async read(space) {
      const bytes = await readIfThere(file);
      if (bytes === undefined) return new Map();
      const vectors = decodeVectors(bytes, space);
      if (vectors.ok) return vectors.value;
      onUseless({ ...vectors.refusal, message: `${file} is made anew: ${vectors.refusal.message}.` });
      return new Map();
    },
    async write(space, vectors) {
      await mkdir(folder, { recursive: true });
      // Written under another name first, so that neither a reader nor a crash leaves half a file.
      const draft = path.join(folder, `${randomUUID()}.tmp`);
      await writeFile(draft, encodeVectors(space, vectors));
      await rename(draft, file);
    },
  };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
