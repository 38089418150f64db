import type { Sha } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { noteOnce } from "../manual-changes/note.js";
import { requestKey } from "../request/request-key.js";
import { shownSpecPull } from "./spec-proposal.js";

/**
 * Detects that SPEC.md was edited after it was read, and that the spec's pull request was closed without a decision.
 */
export function detectSpecManualChanges(situation: Situation): FactoryEvent[] {
  return [...specEdited(situation), ...specPullClosed(situation)];
}

/** Posted once for each content: an edit is no decision about the product in progress. */
function specEdited(situation: Situation): FactoryEvent[] {
  const { state, observed } = situation;
  const { spec } = observed;
  const read = blobRead(situation);
  if (read === null || spec.status !== "present" || spec.blob === read) return [];
  const body =
    state.project === null
      ? "SPEC.md was edited after this draft was begun. The draft is about the earlier text. " +
        "`/factory reject <reasons>` drops it and starts again from SPEC.md as it is now."
      : "SPEC.md was edited. The running project keeps the spec that was approved: nothing changes by itself. " +
        "Change a halted task with `/factory amend-spec`, or end the project with `/factory abort` and label a new " +
        "issue: it starts from SPEC.md as it is now.";
  const key = `${requestKey("spec-edited", state.request)}:${spec.blob.slice(0, 12)}`;
  return noteOnce(situation, { key, issue: state.request.issue, body });
}

/** The SPEC.md that the current draft or the approved spec was made from. */
function blobRead({ state: { product } }: Situation): Sha | null {
  switch (product?.phase) {
    case "drafting":
    case "awaiting-approval":
    case "asking":
    case "stuck":
      return product.round.spec_blob;
    case "approved":
      return product.spec_blob;
    default:
      return null;
  }
}

/** The product waits: reopening, amending and rejecting are possible. */
function specPullClosed(situation: Situation): FactoryEvent[] {
  const pull = shownSpecPull(situation);
  if (pull?.state !== "closed") return [];
  const body =
    `${pull.closedBy ?? "Somebody"} closed this without a decision about the spec, so everything waits. Reopen it to ` +
    "decide here, or say `/factory amend <feedback>` or `/factory reject <reasons>`: a new pull request will show the result.";
  return noteOnce(situation, { key: `spec-closed:${pull.number}`, issue: pull.number, body });
}
