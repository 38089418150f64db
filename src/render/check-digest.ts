import { digestOf } from "../domain/hash.js";
import { Digest } from "../domain/ids.js";
import type { Effect } from "../engine/effects/effect.js";

type CheckRun = Extract<Effect, { kind: "keep-check-run" }>;

/** The content of a check run, compared by digest instead of by text. */
export type CheckContent = Pick<CheckRun, "name" | "status" | "title" | "summary" | "text" | "annotations" | "actions">;

export function checkDigest({ name, status, title, summary, text, annotations, actions }: CheckContent): Digest {
  return digestOf({ name, status, title, summary, text, annotations, actions });
}

/** The digest, hidden at the very end of a summary, below anything quoted. */
export function digestMarker(digest: Digest): string {
  return `\n\n<!-- factory-digest:${digest} -->`;
}

/** Null for a check run that was not written completely, or was changed manually. */
export function digestIn(summary: string): Digest | null {
  const found = /<!-- factory-digest:([0-9a-f]{64}) -->\s*$/.exec(summary)?.[1];
  return found === undefined ? null : Digest.parse(found);
}

/** GitHub counts a summary in bytes (decisions.md#github-limits); the rest of it belongs to the marker. */
export const CHECK_SUMMARY_BYTES = 65_535 - digestMarker("0".repeat(64)).length;
/** GitHub counts a text in characters; UTF-16 units are the stricter way. */
export const CHECK_TEXT_LIMIT = 65_535;
export const CHECK_TITLE_LIMIT = 255;
