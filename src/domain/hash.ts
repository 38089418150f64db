import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Digest, Sha } from "./ids.js";

export function sha256(text: string): Digest {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** RFC 8785: one spelling for every JSON value, so that equal values have equal digests in any key order. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("only JSON values have a canonical form");
  return text;
}

export function digestOf(value: unknown): Digest {
  return sha256(canonicalJson(value));
}

/** Git's object name for a file's content. */
export function gitBlobSha(text: string): Sha {
  const bytes = Buffer.from(text, "utf8");
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
