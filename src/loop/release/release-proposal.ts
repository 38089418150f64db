import type { Effect } from "../../domain/factory/effect.js";
import type { ObservedPull } from "../../domain/factory/observed.js";
import { manifestPath, type ReleaseOrder, type ReleaseState } from "../../domain/release/release-state.js";
import { releasePullRequestBody } from "../../render/release-pull-request.js";
import { releaseBranch } from "../branches.js";
import type { Situation } from "../situation.js";
import { textAt } from "../work/red-lock.js";

type Proposing = Extract<ReleaseState, { phase: "proposing" }>;

/** What the head commit of the release's pull request carries, so that one knows which manifest it shows. */
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

/** The manifest goes to the default branch like everything there: by a pull request, which the loop merges. */
export function releaseProposal(situation: Situation, release: Proposing): Effect[] {
  const pull = releasePull(situation, release.order);
  const key = releaseKey(release);
  // One that a person closed stays closed: it waits to be reopened, or for another attempt.
  if (pull?.state === "closed") return [];
  if (pull?.key !== key) return [propose(situation, release, key)];
  if (pull.state !== "open" || pull.mergeable === "conflicting" || pull.mergeBlockedBy !== null) return [];
  return [
    {
      kind: "merge-pull-request",
      key: `merge-${pull.number}`,
      number: pull.number,
      head: pull.head,
      title: `factory: release ${release.order.release_id}`,
      message: "All four release gates passed.",
    },
  ];
}

function propose({ state, config, files }: Situation, release: Proposing, key: string): Effect {
  const { release_id } = release.order;
  const path = manifestPath(release_id);
  return {
    kind: "propose-files",
    key,
    branch: releaseBranch(config.branch_prefix, release_id),
    base: release.head,
    files: [{ path, text: textAt(files, path) }],
    commitMessage: `factory: release ${release_id}`,
    title: `Release ${release_id}`,
    body: releasePullRequestBody({ order: release.order, issue: state.request.issue, path }),
    writesWorkflows: false,
  };
}
