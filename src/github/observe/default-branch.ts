import { z } from "zod";
import type { PerformContext } from "../client/github.js";

/** The default branch from the last observation; queried if there was none. */
export async function defaultBranchOf({ gitHub, owner, repo, remembered }: PerformContext): Promise<string> {
  const seen = remembered.defaultBranch(owner, repo);
  if (seen !== undefined) return seen;
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}", { owner, repo });
  return z.object({ default_branch: z.string() }).parse(data).default_branch;
}
