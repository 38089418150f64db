import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { selectForDispatch } from "../tasks/board/dispatch.js";
import { undosOf } from "../undo/hold-back.js";
import { detectLocation } from "./detect-location.js";
import { detectValidation } from "./detect-validation.js";
import { newReleaseOrder } from "./release-order.js";
import { releasePull, showsRelease } from "./release-proposal.js";
import { isFullRelease, type ReleaseState } from "./rules/release-state.js";

/** Detects events of the release, and that one is due (requirements.md#release). */
export function detectRelease(situation: Situation): FactoryEvent[] {
  const { project, release } = situation.state;
  if (project?.status !== "ACTIVE") return [];
  switch (release?.phase) {
    case undefined:
    case "published":
      return detectEnd(situation);
    case "refused":
      // A full release is only repeated by a person, because nothing has changed that would help.
      return isFullRelease(release.order) ? [] : detectEnd(situation);
    case "validating":
      return detectValidation(situation, release);
    case "locating":
      return detectLocation(situation, release);
    case "preparing":
      return detectOvertaken(situation, release);
    case "proposing":
      return detectMerged(situation, release);
    case "publishing":
      return [];
    default:
      return release satisfies never;
  }
}

/** Every task is terminal and at least one shipped: the full release is due. */
function detectEnd(situation: Situation): FactoryEvent[] {
  const { state, config, now: at } = situation;
  if (state.project === null || undosOf(state).length > 0 || isVerifiedNext(state)) return [];
  if (selectForDispatch(state.project, { concurrency: config.concurrency }).kind !== "all-done") return [];
  const order = newReleaseOrder(situation, { modules: null, by: null });
  return order === null ? [] : [{ kind: "release-due", at, order }];
}

/** A version has shipped or was deprecated, and the tasks for its consumers are about to be added. */
function isVerifiedNext({ project, interface_changes, deprecations }: FactoryState): boolean {
  if (deprecations.some(({ phase }) => phase === "migrating")) return true;
  return Object.values(interface_changes).some(
    ({ task_id, stage }) =>
      project?.tasks[task_id] !== undefined && (stage.stage === "shipped" || stage.stage === "reverifying"),
  );
}

type Proposing = Extract<ReleaseState, { phase: "proposing" }>;

/** The manifest was merged, by the App or by a person. */
function detectMerged(situation: Situation, release: Proposing): FactoryEvent[] {
  const pull = releasePull(situation, release.order);
  if (pull?.state === "merged" && showsRelease(pull, release)) {
    const { mergeSha: commit } = pull;
    // GitHub shows the merge before its commit.
    if (commit === null) return [];
    if (pull.mergeTree !== pull.headTree) return [unjudged(situation, release, pull)];
    return [{ kind: "release-merged", at: situation.now, commit }];
  }
  return detectOvertaken(situation, release);
}

/**
 * The manifest is on exactly the commit that the gates judged. If it was merged with anything else, it is not tagged.
 */
function unjudged(
  { state, now: at }: Situation,
  { order }: Proposing,
  { number, mergeSha }: ObservedPull,
): FactoryEvent {
  const why = `pull request #${number} was merged as ${mergeSha} together with something that the release gates have not seen`;
  const body = `**Not released**: ${why}. Nothing was tagged. \`/factory release\` judges everything as it is now.`;
  const note = { key: `release-unjudged:${order.release_id}`, issue: state.request.issue, body, answers: null };
  return { kind: "release-refused", at, release_id: order.release_id, why, note };
}

function detectOvertaken({ observed, now: at }: Situation, { head }: { readonly head: string }): FactoryEvent[] {
  const { defaultHead } = observed;
  return defaultHead === null || defaultHead === head ? [] : [{ kind: "release-overtaken", at, head: defaultHead }];
}
