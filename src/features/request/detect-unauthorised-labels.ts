import { isPerson } from "../../commands/who-may.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Observed, ObservedRequest } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { hiddenMarker } from "../../render/marker.js";
import { type Note, noteOnce } from "../manual-changes/note.js";
import { isNewRequest, mayAsk } from "./detect-request.js";

type Labels = {
  readonly observed: Pick<Observed, "requests">;
  readonly config: Pick<Situation["config"], "approvers">;
};

/** A label by an unauthorised person starts nothing, and is answered once. Bots are not answered. */
export function detectStrangersLabels(situation: Situation): FactoryEvent[] {
  const { state, observed, config } = situation;
  // The label of a known request was authorised when it started and is not checked again.
  const requests = observed.requests.filter((request) => isNewRequest(state, request));
  return strangersNotes({ observed: { requests }, config }).flatMap((note) => noteOnce(situation, note));
}

/** The same without a state: the comment itself is then the memory. */
export function unauthorisedLabelEffects(labels: Labels): Effect[] {
  return strangersNotes(labels).map(({ key, issue, body }) => ({
    kind: "say",
    key,
    issue,
    body: `${hiddenMarker(key)}\n${body}`,
  }));
}

function strangersNotes({ observed, config }: Labels): Note[] {
  return observed.requests
    .filter(({ labelledBy }) => isPerson(labelledBy) && !mayAsk(labelledBy, config.approvers))
    .map(noteTo);
}

function noteTo({ issue, labelledBy: { login, role } }: ObservedRequest): Note {
  const why =
    role === null
      ? `Nothing was started yet: whether ${login} has write permission could not be read. That is looked up again.`
      : `Nothing was started: ${login} put the label on, and has no write permission here.`;
  const body =
    `${why} Somebody who may write, or is in \`approvers\` in \`.factory/config.yml\`, can take ` +
    "the label off and put it on again.";
  return { key: `label-refused:${issue}`, issue, body };
}
