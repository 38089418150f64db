import type { Effect } from "../../domain/factory/effect.js";
import type { JobEffect } from "../../ports.js";
import { closePullRequest } from "./effects/close-pull-request.js";
import { commitFiles } from "./effects/commit-files.js";
import { createLabels } from "./effects/create-labels.js";
import { dispatchGates } from "./effects/dispatch-gates.js";
import { keepCheckRun } from "./effects/keep-check-run.js";
import { keepComment } from "./effects/keep-comment.js";
import { keepMarks } from "./effects/keep-marks.js";
import { mergePullRequest } from "./effects/merge-pull-request.js";
import { postReview } from "./effects/post-review.js";
import { proposeFiles } from "./effects/propose-files.js";
import { publishRelease } from "./effects/publish-release.js";
import { react } from "./effects/react.js";
import { restoreTree } from "./effects/restore-tree.js";
import { updateBranch } from "./effects/update-branch.js";
import type { EffectOf, Hands, Permissions } from "./github.js";

/** Effects that one row can perform; model calls are jobs, and an examination looks at more than the repository. */
export type GitHubEffect = Exclude<Effect, JobEffect | { kind: "examine" }>;

type Row<Kind extends GitHubEffect["kind"]> = {
  /** The narrowest token that can do it (DESIGN, security rule 5). */
  readonly needs: Permissions | ((effect: EffectOf<Kind>) => Permissions);
  /** Looks before it creates, so that doing it again leaves one result; says whether there was anything left to do. */
  readonly perform: (hands: Hands, effect: EffectOf<Kind>) => Promise<boolean>;
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
  "keep-comment": { needs: CONVERSATION, perform: keepComment },
  react: { needs: CONVERSATION, perform: react },
  "merge-pull-request": { needs: { contents: "write", pull_requests: "write" }, perform: mergePullRequest },
  "commit-files": { needs: { contents: "write" }, perform: commitFiles },
  "restore-tree": { needs: { contents: "write" }, perform: restoreTree },
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

export function permissionsFor(effect: GitHubEffect): Permissions {
  const { needs } = rowOf(effect);
  return typeof needs === "function" ? needs(effect) : needs;
}

export function perform(hands: Hands, effect: GitHubEffect): Promise<boolean> {
  return rowOf(effect).perform(hands, effect);
}
