import { gitBlobSha } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import { boundedCache } from "./bounded-cache.js";

/** Texts by git blob: what was read or written once need not be read again. */
export type KnownTexts = {
  /** The text may be committed soon; if it is not, its blob is never requested. */
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
