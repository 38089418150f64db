import { z } from "zod";
import { RepoPath } from "../../../domain/contract/repo-path.js";
import { Sha } from "../../../domain/ids.js";

/** A file that is restored from a commit, or removed if that commit does not have it. */
export const PutBack = z.strictObject({ path: RepoPath, at: Sha });
export type PutBack = z.infer<typeof PutBack>;
