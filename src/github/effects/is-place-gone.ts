import { hasStatus } from "../../domain/errors.js";
import type { Place } from "../client/github.js";
import { isThere } from "../commits/stale-data.js";

/**
 * Whether an issue does not exist any more. GitHub answers 410 for a deleted one. 404 means one that was transferred,
 * but also a missing permission, or a fault of GitHub: only if issues are readable at all is the issue itself gone.
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
