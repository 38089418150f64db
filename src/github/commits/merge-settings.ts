import { z } from "zod";

/** What the repository allows and what the words of a squash are made of: GraphQL tells every reader, REST only who may merge. */
export const MERGE_SETTINGS = `squashMergeAllowed mergeCommitAllowed rebaseMergeAllowed
    squashMergeCommitTitle squashMergeCommitMessage`;
export const MergeSettings = z.object({
  squashMergeAllowed: z.boolean(),
  mergeCommitAllowed: z.boolean(),
  rebaseMergeAllowed: z.boolean(),
  squashMergeCommitTitle: z.string(),
  squashMergeCommitMessage: z.string(),
});
export type MergeSettings = z.infer<typeof MergeSettings>;

/**
 * Whether a squash by the button or by a queue repeats the messages of its commits, and with them whatever switches workflows
 * off. These are GitHub's defaults. The title alone is that of a commit only where there is one.
 */
export function repeatsInSquash(settings: MergeSettings): boolean {
  const { squashMergeAllowed, squashMergeCommitTitle, squashMergeCommitMessage } = settings;
  if (!squashMergeAllowed) return false;
  return squashMergeCommitMessage === "COMMIT_MESSAGES" || squashMergeCommitTitle === "COMMIT_OR_PR_TITLE";
}
