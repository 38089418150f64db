import { z } from "zod";
import { ModuleRef, Sha } from "../../../../domain/ids.js";
import { defineCause } from "../define-cause.js";
import { leftOut, named, unlisted } from "../left-out.js";
import { OutsideText } from "../outside-text.js";

// What was judged differs from what would be, or was, merged (decisions.md#merge-only-what-was-judged).

export const mergeTreeMismatch = defineCause({
  kind: "merge-tree-mismatch",
  reach: "project",
  evidence: { merge_sha: Sha, judged_tree: Sha, merged_tree: Sha },
  recommended: "APPROVE_OVERRIDE",
  decision: ({ merge_sha }) =>
    `Look at merge ${merge_sha}: it contains something that was never judged. Keep it by an override; to take it back, override it and then undo it.`,
  failed: ({ judged_tree, merged_tree }) => [
    { invariant: "The merged tree is the judged tree", evidence: `Judged ${judged_tree}, merged ${merged_tree}` },
  ],
});

export const moduleDigestMismatch = defineCause({
  kind: "module-digest-mismatch",
  reach: "task",
  evidence: {
    module: ModuleRef,
    /** Files by their blobs, and the contract by its digest; null if it does not exist. */
    files: z
      .array(z.strictObject({ path: OutsideText, judged: OutsideText.nullable(), found: OutsideText.nullable() }))
      .min(1),
  },
  recommended: "RETRY_TASK",
  decision: ({ module }) =>
    `Decide whether ${module} is judged again as it is now, or restored: its files changed after the verdict.`,
  failed: ({ files }) =>
    files.map(({ path, judged, found }) => ({
      invariant: "A verdict is about the files that ship",
      evidence: `${path}: judged ${judged ?? "nothing"}, found ${found ?? "nothing"}`,
    })),
});

export const mergeConflict = defineCause({
  kind: "merge-conflict",
  reach: "task",
  evidence: { base: Sha, head: Sha, paths: z.array(OutsideText).min(1), ...leftOut },
  recommended: "PROVIDE_FIX",
  decision: ({ paths, left_out }) =>
    `Resolve the conflict in ${named(paths, left_out)} on the task's branch, or retry the task on the new base.`,
  failed: ({ base, head, paths, left_out }) => {
    const invariant = `Head ${head} merges into base ${base}`;
    return [...paths.map((path) => ({ invariant, evidence: `${path} conflicts` })), ...unlisted(invariant, left_out)];
  },
});

export const branchTakenOver = defineCause({
  kind: "branch-taken-over",
  reach: "task",
  evidence: {
    what: z.enum(["closed", "deleted", "pushed"]),
    by: OutsideText,
    pull_request: z.int().positive(),
  },
  recommended: "RETRY_TASK",
  decision: ({ what, by, pull_request }) =>
    `Decide whether the task goes on: ${by} ${OF[what]} pull request ${pull_request}.`,
  failed: ({ what, by, pull_request }) => [
    {
      invariant: "A task's branch is written by the loop alone",
      evidence: `${by} ${OF[what]} pull request ${pull_request}`,
    },
  ],
});

export const fixRefused = defineCause({
  kind: "fix-refused",
  reach: "task",
  evidence: { head: Sha, problems: z.array(OutsideText).min(1), ...leftOut },
  recommended: "PROVIDE_FIX",
  decision: ({ head }) =>
    `Push a fix that stays within one module of this task, or decide otherwise: the commits up to ${head} cannot be taken as one.`,
  failed: ({ problems, left_out }) => {
    const invariant = "A fix keeps to the files of one module";
    return [...problems.map((evidence) => ({ invariant, evidence })), ...unlisted(invariant, left_out)];
  },
});

export const takenBack = defineCause({
  kind: "taken-back",
  reach: "task",
  evidence: { by: OutsideText, merge_sha: Sha, pull_request: z.int().positive() },
  recommended: "AMEND_SPEC",
  decision: ({ by, pull_request }) =>
    `Decide how the task goes on, now that ${by} took it back in pull request ${pull_request}: with other criteria, in parts, once more as it was, or not at all.`,
  failed: ({ by, merge_sha, pull_request }) => [
    {
      invariant: "What has shipped is what is wanted",
      evidence: `${by} had merge ${merge_sha} reverted in pull request ${pull_request}`,
    },
  ],
});

const OF = { closed: "closed", deleted: "deleted the branch of", pushed: "pushed to the branch of" } as const;
