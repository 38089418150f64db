import { z } from "zod";
import { RepoPath } from "../../domain/contract/repo-path.js";
import { Sha } from "../../domain/ids.js";

/** A file that becomes again what it was at a commit; where that commit has none, it is removed. */
export const PutBack = z.strictObject({ path: RepoPath, at: Sha });
export type PutBack = z.infer<typeof PutBack>;
