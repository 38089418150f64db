import { hasStatus } from "../../domain/errors.js";
import type { Place } from "../client/github.js";
import { isThere } from "../commits/stale-data.js";

/**
 * Whether an issue is not there any more, so that nobody is left to be told anything in it. GitHub says 410 of one that was
 * deleted. 404 means one that went to where we cannot follow, but also a permission that is missing, or a fault of GitHub's:
 * only where issues can be had at all is it the issue itself.
 */
export async function isPlaceGone({ gitHub, owner, repo }: Place, issue_number: number): Promise<boolean> {
  try {
    await gitHub.request("GET /repos/{owner}/{repo}/issues/{issue_number}", { owner, repo, issue_number });
    return false;
  } catch (error) {
    if (hasStatus(error, 410)) return true;
    if (!hasStatus(error, 404)) throw error;
  }
  return isThere(gitHub.request("GET /repos/{owner}/{repo}/issues", { owner, repo, per_page: 1 }));
}
