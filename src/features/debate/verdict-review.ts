import type { ReviewLine } from "../../engine/effects/effect-parts.js";
import { codeBlock, folded } from "../../render/code.js";
import type { Part } from "../../render/fit.js";

/** A verdict as a review: its body and its line comments. */
export type VerdictReview = { readonly body: string; readonly comments: readonly ReviewLine[] };

/** The place of a verdict in its debate, and of its record. */
export type VerdictContext = {
  readonly moduleTitle: string;
  /** Counted from 1. */
  readonly round: number;
  readonly rounds: number;
  /** The record on the state branch. */
  readonly recordUrl: string;
};

/** The complete record, folded; if it is too long, only the link remains. */
export function recordPart(id: string, record: unknown, url: string): Part {
  const link = `The record is [${id}](${url}).`;
  return {
    text: folded(`The whole record of ${id}`, `${link}\n\n${codeBlock(JSON.stringify(record, null, 2), "json")}`),
    whenLeftOut: link,
  };
}
