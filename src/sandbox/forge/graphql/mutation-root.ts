import type { Mutation } from "@octokit/graphql-schema";
import type { Asking } from "./asking.js";
import { addComment } from "./mutations/add-comment.js";
import { createCommitOnBranch } from "./mutations/create-commit-on-branch.js";
import { convertToDraft, markReadyForReview } from "./mutations/draft-state.js";
import { minimizeComment, unminimizeComment } from "./mutations/minimize-comment.js";
import { updateRefs } from "./mutations/update-refs.js";
import type { FieldsOf } from "./resolve-field.js";

type Input<T> = { readonly input: T & { readonly clientMutationId?: string | null | undefined } };

/** Every mutation takes one `input` and gives its `clientMutationId` back. */
function mutation<T>(asking: Asking, perform: (asking: Asking, input: T) => Promise<object>) {
  return async ({ input }: Input<T>) => ({
    clientMutationId: input.clientMutationId ?? null,
    ...(await perform(asking, input)),
  });
}

export function mutationRoot(asking: Asking) {
  return {
    addComment: mutation(asking, addComment),
    convertPullRequestToDraft: mutation(asking, convertToDraft),
    createCommitOnBranch: mutation(asking, createCommitOnBranch),
    markPullRequestReadyForReview: mutation(asking, markReadyForReview),
    minimizeComment: mutation(asking, minimizeComment),
    unminimizeComment: mutation(asking, unminimizeComment),
    updateRefs: mutation(asking, updateRefs),
  } satisfies FieldsOf<Mutation>;
}
