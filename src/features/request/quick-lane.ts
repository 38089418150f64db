import { type Outcome, refuse } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedRequest } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { writeYaml } from "../../yaml/yaml.js";
import { noteOnce } from "../manual-changes/note.js";
import { specDigest } from "../spec/approval.js";
import { DRAFT_PATH } from "../spec/draft-paths.js";
import { ProductSpec } from "../spec/product-spec.js";
import { quickSpec } from "../spec/quick-spec.js";
import { mayAsk } from "./detect-request.js";
import { requestKey } from "./request-key.js";

type Seen = Pick<Situation, "state" | "observed"> & {
  readonly config: Pick<Situation["config"], "approvers" | "clarity">;
};

/** The present text is not what an authorised person has seen. */
const CHANGED = "changed-since-label";

/** Starts one task from the issue as soon as it is complete; until then, one answer says what is missing. */
export function detectQuick(situation: Situation): FactoryEvent[] {
  const { state, now } = situation;
  const request = requestIn(situation);
  if (request === undefined) return [];
  const spec = specOf(situation, request);
  if (spec.ok) return [{ kind: "quick-spec-made", at: now, spec_digest: specDigest(spec.value) }];
  const why = spec.refusal.message;
  if (state.product?.phase === "waiting-for-spec" && state.product.why === why) return [];
  const { issue } = state.request;
  const said =
    spec.refusal.code === CHANGED
      ? // Once for each time that the label was set.
        { key: requestKey(CHANGED, { issue, requested_at: request.labelledAt }), issue, body: changedNote(why) }
      : { key: requestKey("quick-incomplete", state.request), issue, body: note(why) };
  return [{ kind: "spec-unusable", at: now, why, blob: null }, ...noteOnce(situation, said)];
}

/** The spec of `quick-spec-made`, for the same commit. */
export function quickFiles(seen: Seen): FileToWrite[] {
  const request = requestIn(seen);
  const spec = request === undefined ? null : specOf(seen, request);
  if (spec?.ok !== true) throw new TypeError("a quick spec is made of an issue that is there and says enough");
  return [{ path: DRAFT_PATH, text: writeYaml(spec.value, ProductSpec) }];
}

/** Undefined while the issue cannot be observed: it was closed, or has lost its label. */
function requestIn({ state, observed }: Seen): ObservedRequest | undefined {
  return observed.requests.find(({ issue }) => issue === state.request.issue);
}

/**
 * The label is the approval here, so it is for what its author saw (decisions.md#the-small-lane): anyone may write an
 * issue and edit it at any time. A person who may request may also edit.
 */
function specOf({ state, config: { approvers, clarity } }: Seen, request: ObservedRequest): Outcome<ProductSpec> {
  const { labelledBy, changedSince } = request;
  if (!mayAsk(labelledBy, approvers)) return refuse(CHANGED, "the label was put on again by somebody who may not ask");
  if (changedSince.some((by) => !mayAsk(by, approvers)))
    return refuse(CHANGED, "it was changed after the label was put on, by somebody who may not ask");
  return quickSpec({ ...request, requestedAt: state.request.requested_at }, clarity);
}

function changedNote(why: string): string {
  return `This cannot start: ${why}. Read what it says now. If that is to be built, take the label off and put it on again.`;
}

function note(why: string): string {
  return [
    `This cannot start yet: ${why}. Edit the issue, for example:`,
    "",
    "```markdown",
    '- [ ] `slugify("Hello World")` returns `hello-world`',
    "- [ ] rejects an empty title with a `TypeError`",
    "```",
    "",
    "It starts by itself then. For anything larger use the other label: it goes by SPEC.md.",
  ].join("\n");
}
