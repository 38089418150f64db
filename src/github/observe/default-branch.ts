import { z } from "zod";
import type { PerformContext } from "../client/github.js";

/** As the look showed it that led here; asked for where nobody has looked. */
export async function defaultBranchOf({ gitHub, owner, repo, remembered }: PerformContext): Promise<string> {
  const seen = remembered.defaultBranch(owner, repo);
  if (seen !== undefined) return seen;
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}", { owner, repo });
  return z.object({ default_branch: z.string() }).parse(data).default_branch;
}
