import { isBaselinePending } from "../../domain/validation/baseline-state.js";
import type { Situation } from "../../engine/situation.js";
import { plainLine } from "../../render/plain-text.js";
import { deprecationPull } from "../deprecation/deprecation-proposal.js";
import { whyNotMerged } from "../merging/why-not-merged.js";
import { isPaused } from "../pause/is-paused.js";
import type { Waiting } from "../status/status-comment.js";
import { releasePull } from "./release-proposal.js";
import { tryAgain } from "./release-refusal.js";

/** What baseline, release and deprecations wait for, in words for whoever could do something about it. */
export function releaseWaits(situation: Situation): Waiting[] {
  return [...baselineWait(situation), ...releaseWait(situation), ...deprecationWaits(situation)];
}

function baselineWait({ state, observed }: Situation): Waiting[] {
  const { baseline, project } = state;
  if (project?.status !== "ACTIVE") return [];
  switch (baseline?.phase) {
    case "due": {
      const workflow = "the gates workflow on the default branch: the test baseline is taken with it";
      const what = observed.workflow.status === "present" ? "the run of the test baseline to be started" : workflow;
      return [{ for: what, since: project.updated_at }];
    }
    case "awaited":
      return [{ for: "the test baseline of the default branch", since: baseline.run.requested_at }];
    case "stuck":
      return [
        { for: `\`/factory retry\`: there is no test baseline. ${plainLine(baseline.why)}`, since: baseline.since },
      ];
    default:
      return [];
  }
}

function releaseWait(situation: Situation): Waiting[] {
  const { release, project, baseline } = situation.state;
  if (release === null || project?.status !== "ACTIVE") return [];
  const { order } = release;
  const { release_id, since } = order;
  switch (release.phase) {
    case "validating":
      if (isBaselinePending(baseline)) return [{ for: `the test baseline, before ${release_id} is prepared`, since }];
      if (release.run !== null)
        return [{ for: `the whole test suite, which runs before ${release_id}`, since: release.run.requested_at }];
      return [{ for: `the gates workflow on the default branch: the whole suite runs before ${release_id}`, since }];
    case "locating": {
      const { run, verdicts } = release.locating;
      const what = `the merge that broke the suite to be found, before ${release_id}: ${verdicts.length} run so far`;
      return [{ for: what, since: run?.requested_at ?? since }];
    }
    case "preparing":
      return [{ for: `the four release gates of ${release_id}`, since }];
    case "proposing":
      return [{ for: proposalWords(situation, release), since }];
    case "publishing":
      return [{ for: `the tag and the release of ${release_id}`, since }];
    case "refused":
      if (release.empty === true) return [{ for: `${EMPTY} ${plainLine(release.why)}`, since: release.at }];
      return [
        { for: `\`${tryAgain(order)}\`: ${release_id} was refused. ${plainLine(release.why)}`, since: release.at },
      ];
    case "published":
      return [];
    default:
      return release satisfies never;
  }
}

/** Asking again changes nothing, unless a task that was taken back leaves a module after all. */
const EMPTY = "you: say `/factory abort`, or `/factory release` once a task has shipped a module.";

function proposalWords(
  situation: Situation,
  { order }: { readonly order: Parameters<typeof tryAgain>[0] & { release_id: string } },
) {
  const pull = releasePull(situation, order);
  if (pull === undefined) return `the pull request of ${order.release_id} to be opened`;
  const number = `#${pull.number}, the manifest of ${order.release_id},`;
  if (pull.state === "closed") return `${number} to be reopened, or \`${tryAgain(order)}\` to make a new one`;
  if (pull.mergeable === "conflicting")
    return `\`${tryAgain(order)}\`: ${number} conflicts with the base, and that makes a new one`;
  const why = whyNotMerged(pull) ?? pull.mergeRefused;
  return `${number} to be merged${why === null ? "" : `: ${why}`}`;
}

function deprecationWaits(situation: Situation): Waiting[] {
  if (isPaused(situation.state)) return [];
  return situation.state.deprecations.map((deprecation) => {
    const { module_ref, at: since } = deprecation.order;
    const pull = deprecation.phase === "proposing" ? deprecationPull(situation, deprecation) : undefined;
    if (pull === undefined) return { for: `the deprecation of ${module_ref} to be proposed`, since };
    const conflict =
      pull.mergeable === "conflicting" ? "it conflicts with the base; close it and deprecate again" : null;
    const why = conflict ?? whyNotMerged(pull) ?? pull.mergeRefused;
    return {
      for: `#${pull.number}, which deprecates ${module_ref}, to be merged${why === null ? "" : `: ${why}`}`,
      since,
    };
  });
}
