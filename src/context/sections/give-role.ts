import { buildContextPack } from "../../domain/artifacts/build-context-pack.js";
import type { ContextPack } from "../../domain/artifacts/context-pack.js";
import type { Role } from "../../domain/artifacts/producer.js";
import type { RoleInput, Situation } from "../../domain/artifacts/visibility.js";
import type { Given } from "../../model/model-port.js";
import { fenceUntrusted } from "../fence-untrusted.js";
import type { Offer } from "./offer.js";
import type { Call } from "./role-facts.js";

/** What a role is called with: the record of what it may see, and exactly that. */
export type RoleContext = { readonly pack: ContextPack; readonly given: readonly Given[] };

/** Our own words. Everything else was written by people or by models, and is fenced. */
const OWN_WORDS: ReadonlySet<RoleInput> = new Set(["evaluation-rubric", "decomposition-rubric", "schemas"]);

/**
 * What people and commands can write without end. All else is bounded where it was made, and given whole
 * (requirements.md#all-or-nothing-standards).
 */
const MAX_CHARACTERS: Readonly<Partial<Record<RoleInput, number>>> = {
  "product-request": 400_000,
  "human-feedback": 60_000,
  research: 100_000,
  "gate-results": 60_000,
  "code-index-results": 60_000,
  "unowned-code": 30_000,
};

/** The pack comes first and follows from the table; what is given follows from the pack. */
export function giveRole(role: Role, situation: Situation, call: Call, offers: readonly Offer[]): RoleContext {
  const pack = buildContextPack({
    id: call.packId,
    createdFor: { role, run_id: call.runId, task_ref: call.task ?? "" },
    situation,
    candidates: offers,
    now: call.now,
  });
  const granted = new Map(pack.included_refs.map(({ ref, permission }) => [ref, permission]));
  const given = offers.flatMap((offer): Given[] => {
    const permission = granted.get(offer.ref);
    if (permission === undefined) return [];
    const { input, title, stable } = offer;
    return [{ input, title, stable, text: shownText(offer, offer.text({ role, permission }), call.boundary) }];
  });
  return { pack, given: [...given.filter(({ stable }) => stable), ...given.filter(({ stable }) => !stable)] };
}

function shownText({ input, title }: Offer, text: string, boundary: string): string {
  if (OWN_WORDS.has(input)) return text;
  const maxCharacters = MAX_CHARACTERS[input] ?? Number.POSITIVE_INFINITY;
  return fenceUntrusted(text, {
    label: title,
    boundary,
    maxCharacters,
    comments: RENDERED.has(input) ? "remove" : "keep",
  });
}

/**
 * What people wrote to be rendered, where a comment is not seen. In everything else, code, contracts, examples, what gates
 * printed, `<!--` may be what the text is about.
 */
const RENDERED: ReadonlySet<RoleInput> = new Set([
  "product-request",
  "human-feedback",
  "research",
  "prior-decisions",
  "sops",
]);
