import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { dispatchSuite } from "../baseline/suite-run.js";
import { releaseProposal, releasePull } from "./release-proposal.js";

/** Pending effects of the release, derived from state and observation alone. */
export function releaseEffects(situation: Situation): Effect[] {
  const { project, release } = situation.state;
  if (project === null || release === null) return [];
  if (project.status === "ABORTED") return closeProposal(situation);
  if (project.status !== "ACTIVE") return [];
  const { release_id } = release.order;
  switch (release.phase) {
    case "validating":
      return release.run === null ? [] : dispatchSuite(situation, release.run);
    case "locating":
      return release.locating.run === null ? [] : dispatchSuite(situation, release.locating.run);
    case "preparing": {
      const { head } = release;
      return [{ kind: "prepare-release", key: `prepare-${release_id}-${head}`, release_id, head }];
    }
    case "proposing":
      return releaseProposal(situation, release, project.spec_version);
    case "publishing": {
      const { commit } = release;
      return [{ kind: "tag-release", key: `tag-${release_id}`, release_id, commit }];
    }
    case "published":
    case "refused":
      return [];
    default:
      return release satisfies never;
  }
}

/** An aborted project closes its release pull request (decisions.md#the-status-of-the-project). */
function closeProposal(situation: Situation): Effect[] {
  const { release } = situation.state;
  const pull = release?.phase === "proposing" ? releasePull(situation, release.order) : undefined;
  return pull?.state === "open"
    ? [{ kind: "close-pull-request", key: `close-${pull.number}`, number: pull.number }]
    : [];
}
