import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import type { Sha } from "../../domain/ids.js";
import type { Remembered } from "../cache/remembered.js";
import type { Place } from "../client/github.js";

const Comparison = z.object({ status: z.string() });

/** Whether one commit is another or one of its ancestors. This never changes, so it is queried once. */
export async function isInHistory(
  { gitHub, owner, repo }: Place,
  { commit, of }: { readonly commit: Sha; readonly of: Sha },
  remembered: Pick<Remembered, "noteHistory" | "history">,
): Promise<boolean> {
  const pair = { owner, repo, commit, of };
  const known = remembered.history(pair);
  if (known !== undefined) return known;
  const isIn = await ask();
  remembered.noteHistory(pair, isIn);
  return isIn;

  async function ask(): Promise<boolean> {
    try {
      const at = { owner, repo, basehead: `${commit}...${of}`, per_page: 1 };
      const { data } = await gitHub.request("GET /repos/{owner}/{repo}/compare/{basehead}", at);
      return ["ahead", "identical"].includes(Comparison.parse(data).status);
    } catch (error) {
      // GitHub's answer for two commits without common history.
      if (hasStatus(error, 404)) return false;
      throw error;
    }
  }
}
