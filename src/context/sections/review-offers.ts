import type { ContextKind } from "../../domain/budget/context-priority.js";
import type { SizingConfig } from "../../domain/config/sizing-config.js";
import { signaturesOf } from "../../languages/signatures.js";
import { type Offer, offerFor } from "./offer.js";
import { type ReviewItems, textOfKind } from "./review-reserve.js";
import type { NamedText, RoleFacts } from "./role-facts.js";

const KINDS: readonly { kind: ContextKind; input: Offer["input"]; title: string; reason: string; stable: boolean }[] = [
  {
    kind: "sops",
    input: "sops",
    title: "Standards of this repository",
    reason: "they apply to the module's files",
    stable: true,
  },
  {
    kind: "decisions",
    input: "prior-decisions",
    title: "Decisions about this task",
    reason: "taken before, and still in force",
    stable: false,
  },
  {
    kind: "file-summaries",
    input: "file-summaries",
    title: "Signatures of the module's files",
    reason: "what the files offer, without source",
    stable: false,
  },
  {
    kind: "conventions",
    input: "conventions",
    title: "Conventions seen in approved work",
    reason: "habits worth keeping",
    stable: true,
  },
];

/** Standards, decisions, file summaries and conventions (requirements.md#reviewer-context). */
export function reviewOffers(facts: RoleFacts, sizing: SizingConfig): Offer[] {
  const items: ReviewItems = {
    sops: (facts.sops ?? []).map(({ name, severity, body }) => ({ name: `${name} (${severity})`, text: body })),
    decisions: facts.decisions ?? [],
    "file-summaries": (facts.sources ?? []).map(signatures),
    conventions: (facts.conventions ?? []).map(({ name, pattern, applies_to }) => ({
      name,
      text: `${pattern} (${applies_to})`,
    })),
  };
  return KINDS.filter(({ kind }) => items[kind].length > 0).map(({ kind, ...facts }) =>
    offerFor({
      ...facts,
      id: facts.input,
      content: items[kind],
      text: ({ role }) => textOfKind(kind, items, { role, sizing }),
    }),
  );
}

/** For a language without a reader here only the size is given: a first line would be source. */
function signatures({ name, text }: NamedText): NamedText {
  const found = signaturesOf(name, text);
  if (found !== undefined) return { name, text: found.length === 0 ? "exports nothing" : found.join("\n") };
  return { name, text: `${text.split("\n").length} lines; signatures of this language cannot be read here` };
}
