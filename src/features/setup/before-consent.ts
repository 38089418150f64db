import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { mayAsk } from "../request/detect-request.js";
import { SETUP_NOTE_KEY, type SetupStatus, setupNote } from "./setup-note.js";
import { type SetupSituation, setupExamination, setupProposal, setupPull } from "./setup-proposal.js";

/** Why the App must do nothing but set-up here; null if it may work. */
export function noConsent({ observed }: Pick<SetupSituation, "observed">): "left-alone" | "no-config" | null {
  const { archived, fork } = observed.repository;
  if (archived || fork) return "left-alone";
  return observed.config.status === "absent" ? "no-config" : null;
}

/** The pending effects before consent: the proposal, its diagnosis, and an answer to requests. */
export function effectsBeforeConsent(situation: SetupSituation & { readonly state: FactoryState | null }): Effect[] {
  if (noConsent(situation) !== "no-config") return [];
  const proposal = setupProposal(situation);
  // The note names the pull request, so it waits until that has a number.
  return proposal.length > 0 ? proposal : [...setupExamination(situation), ...notes(situation)];
}

function notes(situation: SetupSituation & { readonly state: FactoryState | null }): Effect[] {
  const body = setupNote(status(situation));
  return situation.observed.requests
    .filter(({ labelledBy }) => mayAsk(labelledBy, []))
    .map(({ issue }) => ({ kind: "keep-comment", key: SETUP_NOTE_KEY, issue, body }));
}

function status(situation: SetupSituation & { readonly state: FactoryState | null }): SetupStatus {
  const pull = setupPull(situation);
  if (pull?.state === "open") return { kind: "open", number: pull.number };
  if (pull?.state === "merged" || situation.state !== null) return { kind: "withdrawn" };
  if (pull?.state === "closed") return { kind: "closed", number: pull.number };
  if (situation.observed.defaultHead === null) return { kind: "no-commit" };
  return situation.setupKit === null ? { kind: "not-ours-to-propose" } : { kind: "add-spec" };
}
