import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { mentionedElements } from "./criteria/mentioned-elements.js";
import { comparePatchedSpec, type UnaskedChange } from "./patched-spec.js";
import type { ProductSpec } from "./product-spec.js";

/**
 * An amendment is a patch: what the feedback does not mention keeps its id, its place and its text. Feedback that names
 * nothing is about the whole, so any text may change, but no element may be removed or moved.
 */
export function checkPatch(before: ProductSpec, after: ProductSpec, feedback: readonly string[]): Outcome<ProductSpec> {
  const mentioned = mentionedElements(feedback.join("\n"), before);
  const unasked = comparePatchedSpec(before, after, mentioned).filter(
    ({ change }) => mentioned.size > 0 || change !== "changed",
  );
  if (unasked.length === 0) return accept(after);
  const list = unasked.map((change) => `- ${describe(change)}`).join("\n");
  const message = `The feedback does not speak of these; leave them as they were:\n${list}`;
  return refuse("unasked-change", message, { unasked });
}

function describe(change: UnaskedChange): string {
  switch (change.change) {
    case "vanished":
      return `${change.label} is gone`;
    case "moved":
      return `${change.label} moved from ${change.from} to ${change.to}`;
    case "changed":
      return `${change.label} changed in ${change.fields.join(", ")}`;
    default:
      return change satisfies never;
  }
}
