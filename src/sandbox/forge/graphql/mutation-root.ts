import type { Mutation } from "@octokit/graphql-schema";
import type { Asking } from "./asking.js";
import { addComment } from "./mutations/add-comment.js";
import { addLabelsToLabelable } from "./mutations/add-labels.js";
import { addPullRequestReview } from "./mutations/add-pull-request-review.js";
import { createCheckRun, updateCheckRun } from "./mutations/check-runs.js";
import { createCommitOnBranch } from "./mutations/create-commit-on-branch.js";
import { createPullRequest } from "./mutations/create-pull-request.js";
import { createRef } from "./mutations/create-ref.js";
import { deleteIssue } from "./mutations/delete-issue.js";
import { convertToDraft, markReadyForReview } from "./mutations/draft-state.js";
import { dequeuePullRequest, enqueuePullRequest } from "./mutations/merge-queue.js";
import { minimizeComment, unminimizeComment } from "./mutations/minimize-comment.js";
import { updateIssueComment } from "./mutations/update-issue-comment.js";
import { updateRefs } from "./mutations/update-refs.js";
import type { FieldsOf } from "./resolve-field.js";

type Input<T> = { readonly input: T & { readonly clientMutationId?: string | null | undefined } };

/** Every mutation takes one `input` and returns its `clientMutationId`. */
function mutation<T>(asking: Asking, perform: (asking: Asking, input: T) => Promise<object>) {
  return async ({ input }: Input<T>) => ({
    clientMutationId: input.clientMutationId ?? null,
    ...(await perform(asking, input)),
  });
}

export function mutationRoot(asking: Asking) {
  return {
    addComment: mutation(asking, addComment),
    addLabelsToLabelable: mutation(asking, addLabelsToLabelable),
    addPullRequestReview: mutation(asking, addPullRequestReview),
    convertPullRequestToDraft: mutation(asking, convertToDraft),
    createCheckRun: mutation(asking, createCheckRun),
    createCommitOnBranch: mutation(asking, createCommitOnBranch),
    createPullRequest: mutation(asking, createPullRequest),
    createRef: mutation(asking, createRef),
    deleteIssue: mutation(asking, deleteIssue),
    dequeuePullRequest: mutation(asking, dequeuePullRequest),
    enqueuePullRequest: mutation(asking, enqueuePullRequest),
    markPullRequestReadyForReview: mutation(asking, markReadyForReview),
    minimizeComment: mutation(asking, minimizeComment),
    unminimizeComment: mutation(asking, unminimizeComment),
    updateCheckRun: mutation(asking, updateCheckRun),
    updateIssueComment: mutation(asking, updateIssueComment),
    updateRefs: mutation(asking, updateRefs),
  } satisfies FieldsOf<Mutation>;
}
