import type { ProductSpec } from "../product-spec.js";
import { everyNode, idOf, nameOf, readDraft } from "../spec-draft.js";
import { wordsOf } from "./words.js";

/** The ids of the elements that feedback mentions: by id (`TSK-004`), or by their whole name in any case. */
export function mentionedElements(feedback: string, spec: ProductSpec): Set<string> {
  const words = phrase(feedback);
  const mentioned = everyNode(readDraft(spec)).filter((node) =>
    [idOf(node), nameOf(node)].some(
      (text) => text !== undefined && wordsOf(text).length > 0 && words.includes(phrase(text)),
    ),
  );
  return new Set(mentioned.flatMap((node) => idOf(node) ?? []));
}

/** Blanks around every word, so that "log" is not found in "login". */
function phrase(text: string): string {
  return ` ${wordsOf(text).join(" ")} `;
}
