import type { z } from "zod";
import { hasStatus, messageOf } from "../../domain/errors.js";
import type { Place } from "../client/github.js";
import { RulesetRules } from "./branch-rules.js";

/** What GitHub says of a private repository whose plan has no rules. */
const NO_PLAN = /\bupgrade to github\b/i;

/**
 * The rules that rulesets make for a branch. Where the plan has none, GitHub refuses to list them: `none-possible`. Any other
 * refusal to show them is null: whether there are rules is not known.
 */
export async function rulesetRules(
  { gitHub, owner, repo }: Place,
  branch: string,
): Promise<z.infer<typeof RulesetRules> | "none-possible" | null> {
  try {
    const list = "GET /repos/{owner}/{repo}/rules/branches/{branch}";
    return RulesetRules.parse((await gitHub.request(list, { owner, repo, branch, per_page: 100 })).data);
  } catch (error) {
    if (!hasStatus(error, 403)) throw error;
    return NO_PLAN.test(messageOf(error)) ? "none-possible" : null;
  }
}
