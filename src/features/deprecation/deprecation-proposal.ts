import { indexEntryPath } from "../../domain/index-entries/code-index-entry.js";
import { deprecationBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { textAt } from "../gate-runs/red-lock.js";
import { mergeOwn, shownKey } from "../merging/merge-own.js";
import { whyNotMerged } from "../merging/why-not-merged.js";
import { type DeprecationState, proposedEntryPath } from "./deprecation-state.js";
import { deprecationPullRequestBody } from "./deprecation-texts.js";

export type Proposing = Extract<DeprecationState, { phase: "proposing" }>;

/** The entry's notes have the instant of the order, so another order for the same module has another key. */
function deprecationKey({ order, digest }: Proposing): string {
  return `deprecate-${order.module_ref}-${digest.slice(0, 16)}`;
}

/** The pull request with exactly this change of the index, not one of an earlier order. */
export function deprecationPull(
  { observed, config }: Pick<Situation, "observed" | "config">,
  deprecation: Proposing,
): ObservedPull | undefined {
  const branch = deprecationBranch(config.branch_prefix, deprecation.order.module_ref);
  return observed.pulls.find((pull) => pull.branch === branch && shownKey(pull) === deprecationKey(deprecation));
}

/** The pending effects of deprecations in progress: reading the index, a pull request, its merge. */
export function deprecationEffects(situation: Situation): Effect[] {
  return situation.state.deprecations.flatMap((deprecation): Effect[] => {
    const { module_ref } = deprecation.order;
    if (deprecation.phase === "proposing") return proposeDeprecation(situation, deprecation);
    const { defaultHead: head } = situation.observed;
    if (head === null || (deprecation.phase === "migrating" && deprecation.consumers !== null)) return [];
    const what = deprecation.phase === "migrating" ? "migrate" : "deprecate";
    return [{ kind: "prepare-deprecation", key: `${what}-${module_ref}`, module: module_ref, head }];
  });
}

function proposeDeprecation(situation: Situation, deprecation: Proposing): Effect[] {
  const { order } = deprecation;
  const pull = deprecationPull(situation, deprecation);
  if (pull === undefined) return propose(situation, deprecation);
  if (pull.state !== "open" || (!pull.isBehind && whyNotMerged(pull) !== null)) return [];
  return [
    mergeOwn(pull, situation.config, {
      files: deprecationFiles(situation, deprecation),
      title: `factory: deprecate ${order.module_ref}`,
      message: `${order.asked_by}: ${harmlessTitle(order.reason)}`,
    }),
  ];
}

function deprecationFiles({ files }: Pick<Situation, "files">, { order }: Proposing): FileToWrite[] {
  return [{ path: indexEntryPath(order.module_ref), text: textAt(files, proposedEntryPath(order.module_ref)) }];
}

function propose({ observed, config, files }: Situation, deprecation: Proposing): Effect[] {
  const { order, downstream } = deprecation;
  if (observed.defaultHead === null) return [];
  return [
    {
      kind: "propose-files",
      key: deprecationKey(deprecation),
      branch: deprecationBranch(config.branch_prefix, order.module_ref),
      base: observed.defaultHead,
      files: deprecationFiles({ files }, deprecation),
      commitMessage: `factory: deprecate ${order.module_ref}`,
      title: `Deprecate ${order.module_ref}`,
      body: deprecationPullRequestBody(order, downstream),
      writesWorkflows: false,
    },
  ];
}
