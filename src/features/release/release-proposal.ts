import type { Version } from "../../domain/ids.js";
import { releaseBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { textAt } from "../gate-runs/red-lock.js";
import { mergeOwn } from "../merging/merge-own.js";
import { whyNotMerged } from "../merging/why-not-merged.js";
import { releasePullRequestBody } from "./release-pull-request.js";
import { manifestPath, type ReleaseOrder, type ReleaseState } from "./rules/release-state.js";

type Proposing = Extract<ReleaseState, { phase: "proposing" }>;

/** The key of the head commit of the release's pull request. It identifies the manifest. */
export function releaseKey({ order, digest }: Proposing): string {
  return `release-${order.release_id}-${digest.slice(0, 16)}`;
}

export function releasePull(
  { observed, config }: Pick<Situation, "observed" | "config">,
  { release_id }: ReleaseOrder,
): ObservedPull | undefined {
  const branch = releaseBranch(config.branch_prefix, release_id);
  return observed.pulls.find((pull) => pull.branch === branch);
}

/** After a merge with the base it still shows the release if that base is the commit that the gates judged. */
export function showsRelease({ key, joinedKey, headParents }: ObservedPull, release: Proposing): boolean {
  const shown = headParents[1] === release.head ? (key ?? joinedKey) : key;
  return shown === releaseKey(release);
}

/** The manifest goes to the default branch by a pull request, which the App merges. */
export function releaseProposal(situation: Situation, release: Proposing, version: Version): Effect[] {
  const pull = releasePull(situation, release.order);
  // A pull request that a person closed stays closed until they reopen it, or until another attempt.
  if (pull?.state === "closed") return [];
  if (pull === undefined || !showsRelease(pull, release)) return [propose(situation, release, version)];
  if (pull.state !== "open" || (!pull.isBehind && whyNotMerged(pull) !== null)) return [];
  return [
    mergeOwn(pull, situation.config, {
      files: releaseFiles(situation, release),
      title: `factory: release ${release.order.release_id}`,
      message: "All four release gates passed.",
    }),
  ];
}

function releaseFiles({ files }: Pick<Situation, "files">, { order }: Proposing): FileToWrite[] {
  const path = manifestPath(order.release_id);
  return [{ path, text: textAt(files, path) }];
}

function propose({ state, config, files }: Situation, release: Proposing, version: Version): Effect {
  const { release_id } = release.order;
  const path = manifestPath(release_id);
  return {
    kind: "propose-files",
    key: releaseKey(release),
    branch: releaseBranch(config.branch_prefix, release_id),
    base: release.head,
    files: releaseFiles({ files }, release),
    commitMessage: `factory: release ${release_id}`,
    title: `Release ${version} (${release_id})`,
    body: releasePullRequestBody({ order: release.order, issue: state.request.issue, path, version }),
    writesWorkflows: false,
  };
}
