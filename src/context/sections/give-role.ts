import { buildContextPack } from "../../domain/artifacts/build-context-pack.js";
import type { ContextPack } from "../../domain/artifacts/context-pack.js";
import type { Role } from "../../domain/artifacts/producer.js";
import type { RoleInput, Situation } from "../../domain/artifacts/visibility.js";
import type { Given } from "../../model/model-port.js";
import { fenceUntrusted } from "../fence-untrusted.js";
import type { Offer } from "./offer.js";
import type { Call } from "./role-facts.js";

/** The input of a role: the record of what it may see, and exactly that. */
export type RoleContext = { readonly pack: ContextPack; readonly given: readonly Given[] };

/** The factory's own texts. Everything else was written by people or models, and is fenced. */
const OWN_WORDS: ReadonlySet<RoleInput> = new Set(["evaluation-rubric", "decomposition-rubric"]);

/**
 * Limits of texts that people and commands can write without end. All others are limited at their source, and given
 * whole (requirements.md#all-or-nothing-standards).
 */
const MAX_CHARACTERS: Readonly<Partial<Record<RoleInput, number>>> = {
  "product-request": 400_000,
  "human-feedback": 60_000,
  research: 100_000,
  "gate-results": 60_000,
  "code-index-results": 60_000,
  "unowned-code": 30_000,
};

/** The table determines the pack, and the pack determines what is given. */
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

function shownText({ input, own }: Offer, text: string, boundary: string): string {
  if (own === true || OWN_WORDS.has(input)) return text;
  const maxCharacters = MAX_CHARACTERS[input] ?? Number.POSITIVE_INFINITY;
  return fenceUntrusted(text, {
    label: "", // the title is its heading
    boundary,
    maxCharacters,
    comments: RENDERED.has(input) ? "remove" : "keep",
  });
}

/**
 * Rendered texts, whose comments people do not see. In everything else (code, contracts, examples, gate output) `<!--`
 * may be content.
 */
const RENDERED: ReadonlySet<RoleInput> = new Set([
  "product-request",
  "human-feedback",
  "research",
  "prior-decisions",
  "sops",
]);
