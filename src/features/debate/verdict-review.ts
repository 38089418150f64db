import type { ReviewLine } from "../../engine/effect.js";
import { codeBlock, folded } from "../../render/code.js";
import type { Part } from "../../render/fit.js";

/** A verdict as a review: what it says, and what stands on single lines. */
export type VerdictReview = { readonly body: string; readonly comments: readonly ReviewLine[] };

/** Where a verdict is in the course of its debate, and where its record is kept. */
export type VerdictContext = {
  readonly moduleTitle: string;
  /** Counted from 1. */
  readonly round: number;
  readonly rounds: number;
  /** The record on the state branch. */
  readonly recordUrl: string;
};

/** The record word for word, behind a line; where it does not fit, the link is left. */
export function recordPart(id: string, record: unknown, url: string): Part {
  const link = `The record is [${id}](${url}).`;
  return {
    text: folded(`The whole record of ${id}`, `${link}\n\n${codeBlock(JSON.stringify(record, null, 2), "json")}`),
    whenLeftOut: link,
  };
}
