import type { Effect } from "../../engine/effect.js";
import type { JobEffect, Performed } from "../../engine/ports.js";
import { boundEffect } from "../../render/bound-effect.js";
import type { EffectOf, Memory, Mutation, PerformContext, Permissions } from "../client/github.js";
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

/** Effects that one row can perform; model calls are jobs, and an examination looks at more than the repository. */
export type GitHubEffect = Exclude<Effect, JobEffect | { kind: "examine" }>;

type Row<Kind extends GitHubEffect["kind"]> = {
  /** The narrowest token that can do it (decisions.md#narrow-tokens). */
  readonly needs: Permissions | ((effect: EffectOf<Kind>) => Permissions);
  /** Looks before it creates, so that doing it again leaves one result; says whether there was anything left to do. */
  readonly perform: (context: PerformContext, effect: EffectOf<Kind>) => Promise<Performed>;
};

/** Comments, labels and assignees are the same for issues and pull requests, their permissions are not. */
const CONVERSATION: Permissions = { issues: "write", pull_requests: "write" };

const ROWS: { readonly [Kind in GitHubEffect["kind"]]: Row<Kind> } = {
  "propose-files": {
    needs: ({ writesWorkflows }) => ({
      contents: "write",
      pull_requests: "write",
      ...(writesWorkflows ? { workflows: "write" } : {}),
    }),
    perform: proposeFiles,
  },
  "create-labels": { needs: { issues: "write" }, perform: createLabels },
  say: { needs: CONVERSATION, perform: keepComment },
  reply: { needs: CONVERSATION, perform: replyInThread },
  "keep-comment": { needs: CONVERSATION, perform: keepComment },
  "remove-comment": { needs: CONVERSATION, perform: removeComment },
  react: { needs: CONVERSATION, perform: react },
  "merge-pull-request": { needs: { contents: "write", pull_requests: "write" }, perform: mergePullRequest },
  "commit-files": { needs: { contents: "write" }, perform: commitFiles },
  "restore-tree": { needs: { contents: "write" }, perform: restoreTree },
  "put-back-files": { needs: { contents: "write" }, perform: putBackFiles },
  "post-review": { needs: { pull_requests: "write" }, perform: postReview },
  "keep-check-run": { needs: { checks: "write" }, perform: keepCheckRun },
  "dispatch-gates": { needs: { actions: "write" }, perform: dispatchGates },
  "update-branch": { needs: { contents: "write", pull_requests: "write" }, perform: updateBranch },
  "keep-marks": { needs: CONVERSATION, perform: keepMarks },
  "close-pull-request": { needs: { pull_requests: "write" }, perform: closePullRequest },
  "publish-release": { needs: { contents: "write" }, perform: publishRelease },
};

/** The table's type says that a row takes its own kind of effect, which an index by kind does not. */
function rowOf(effect: GitHubEffect): Row<GitHubEffect["kind"]> {
  return ROWS[effect.kind] as Row<GitHubEffect["kind"]>;
}

/** How it is written beside others by one request; undefined where it goes by itself. */
export function mutationOf(context: Memory, effect: GitHubEffect): Mutation | undefined {
  switch (effect.kind) {
    case "keep-check-run":
      return checkRunMutation(context, boundEffect(effect));
    case "keep-comment":
      return commentMutation(context, boundEffect(effect));
    case "post-review":
      return reviewMutation(context, boundEffect(effect));
    case "keep-marks":
      return marksMutation(context, boundEffect(effect));
    default:
      return undefined;
  }
}

export function permissionsFor(effect: GitHubEffect): Permissions {
  const { needs } = rowOf(effect);
  return typeof needs === "function" ? needs(effect) : needs;
}

export function perform(context: PerformContext, effect: GitHubEffect): Promise<Performed> {
  return rowOf(effect).perform(context, boundEffect(effect));
}
