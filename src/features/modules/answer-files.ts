import { z } from "zod";
import { RepoPath } from "../../domain/contract/repo-path.js";

/** The files of an answer that are to be committed: whole files, never patches. */
export const AnswerFiles = z.strictObject({
  message: z.string().min(1),
  files: z.array(z.strictObject({ path: RepoPath, text: z.string() })),
  deletions: z.array(RepoPath),
});
export type AnswerFiles = z.infer<typeof AnswerFiles>;
