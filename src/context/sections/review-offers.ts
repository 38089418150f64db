import type { ContextKind } from "../../domain/budget/context-priority.js";
import type { SizingConfig } from "../../domain/config/sizing-config.js";
import { signaturesOf } from "../../languages/signatures.js";
import { type Offer, offerFor, offerNone } from "./offer.js";
import { type ReviewItems, textOfKind } from "./review-reserve.js";
import type { NamedText, RoleFacts } from "./role-facts.js";

type Kind = {
  readonly kind: ContextKind;
  readonly input: Offer["input"];
  readonly title: string;
  readonly reason: string;
  readonly stable: boolean;
  /** Said when there is none. */
  readonly none: string;
};

const KINDS: readonly Kind[] = [
  {
    kind: "sops",
    input: "sops",
    title: "Standards of this repository",
    reason: "they apply to the module's files",
    none: "none apply",
    stable: true,
  },
  {
    kind: "decisions",
    input: "prior-decisions",
    title: "Decisions about this task",
    reason: "taken before, and still in force",
    none: "none",
    stable: false,
  },
  {
    kind: "file-summaries",
    input: "file-summaries",
    title: "Signatures of the module's files",
    reason: "what the files offer, without source",
    none: "none",
    stable: false,
  },
  {
    kind: "conventions",
    input: "conventions",
    title: "Conventions seen in approved work",
    reason: "habits worth keeping",
    none: "none yet",
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
  const known: Readonly<Record<ContextKind, unknown>> = {
    sops: facts.sops,
    decisions: facts.decisions,
    "file-summaries": facts.sources,
    conventions: facts.conventions,
  };
  return KINDS.flatMap(({ kind, none, ...facts }): Offer[] => {
    const id = facts.input;
    if (items[kind].length === 0) return known[kind] === undefined ? [] : [offerNone({ ...facts, id, text: none })];
    const text: Offer["text"] = ({ role }) => textOfKind(kind, items, { role, sizing });
    return [offerFor({ ...facts, id, content: items[kind], text })];
  });
}

/** For a language without a reader here only the size is given: a first line would be source. */
function signatures({ name, text }: NamedText): NamedText {
  const found = signaturesOf(name, text);
  if (found !== undefined) return { name, text: found.length === 0 ? "exports nothing" : found.join("\n") };
  return { name, text: `${text.split("\n").length} lines; signatures of this language cannot be read here` };
}
