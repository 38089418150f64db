import { gitBlobSha } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import { boundedCache } from "./bounded-cache.js";

/** Texts by the blob that git makes of them: what was read or written once need not be read again, and cannot be another. */
export type KnownTexts = {
  /** It may be committed soon; if it is not, nobody asks for its blob. */
  learn(repository: number, text: string): Promise<unknown>;
  get(repository: number, blob: Sha, read: () => Promise<string>): Promise<string>;
  known(repository: number, blob: Sha): string | undefined;
};

const KEPT_CHARACTERS = 50_000_000;

export function createKnownTexts(): KnownTexts {
  const texts = boundedCache<string>(KEPT_CHARACTERS, (text) => text.length);
  return {
    learn: (repository, text) => texts.get(`${repository}:${gitBlobSha(text)}`, async () => text),
    get: (repository, blob, read) => texts.get(`${repository}:${blob}`, read),
    known: (repository, blob) => texts.known(`${repository}:${blob}`),
  };
}
