import { type GitHubEffect, isTogether, type TogetherEffect } from "../../engine/effects/effect-table.js";
import type { Performed } from "../../engine/ports.js";
import { boundEffect } from "../../render/bound-effect.js";
import type { EffectOf, Memory, Mutation, PerformContext } from "../client/github.js";
import { closePullRequest } from "./close-pull-request.js";
import { commitFiles } from "./commit-files.js";
import { createLabels } from "./create-labels.js";
import { dispatchGates } from "./dispatch-gates.js";
import { checkRunMutation, keepCheckRun } from "./keep-check-run.js";
import { commentMutation, keepComment } from "./keep-comment.js";
import { keepMarks, marksMutation } from "./keep-marks.js";
import { mergePullRequest } from "./merge-pull-request.js";
import { postReview, reviewMutation } from "./post-review.js";
import { proposeFiles } from "./propose-files.js";
import { publishRelease } from "./publish-release.js";
import { putBackFiles } from "./put-back-files.js";
import { react } from "./react.js";
import { removeComment } from "./remove-comment.js";
import { replyInThread } from "./reply-in-thread.js";
import { restoreTree } from "./restore-tree.js";
import { updateBranch } from "./update-branch.js";

/** Looks before it creates, so that doing it again leaves one result; says whether there was anything left to do. */
type Perform<Kind extends GitHubEffect["kind"]> = (
  context: PerformContext,
  effect: EffectOf<Kind>,
) => Promise<Performed>;

const PERFORM: { readonly [Kind in GitHubEffect["kind"]]: Perform<Kind> } = {
  "propose-files": proposeFiles,
  "create-labels": createLabels,
  say: keepComment,
  reply: replyInThread,
  "keep-comment": keepComment,
  "remove-comment": removeComment,
  react,
  "merge-pull-request": mergePullRequest,
  "commit-files": commitFiles,
  "restore-tree": restoreTree,
  "put-back-files": putBackFiles,
  "post-review": postReview,
  "keep-check-run": keepCheckRun,
  "dispatch-gates": dispatchGates,
  "update-branch": updateBranch,
  "keep-marks": keepMarks,
  "close-pull-request": closePullRequest,
  "publish-release": publishRelease,
};

type Mutate<Kind extends TogetherEffect["kind"]> = (context: Memory, effect: EffectOf<Kind>) => Mutation | undefined;

const MUTATE: { readonly [Kind in TogetherEffect["kind"]]: Mutate<Kind> } = {
  "keep-check-run": checkRunMutation,
  "keep-comment": commentMutation,
  "post-review": reviewMutation,
  "keep-marks": marksMutation,
};

/** How it is written beside others by one request; undefined where it goes by itself. */
export function mutationOf(context: Memory, effect: GitHubEffect): Mutation | undefined {
  if (!isTogether(effect)) return undefined;
  // The tables' types say that a row takes its own kind of effect, which an index by kind does not.
  const mutate = MUTATE[effect.kind] as Mutate<TogetherEffect["kind"]>;
  return mutate(context, boundEffect(effect));
}

export function perform(context: PerformContext, effect: GitHubEffect): Promise<Performed> {
  const performKind = PERFORM[effect.kind] as Perform<GitHubEffect["kind"]>;
  return performKind(context, boundEffect(effect));
}
