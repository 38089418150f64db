/**
 * A repository's own workflow, as Actions would run it on a head of ours. It does not run where the commit skips it.
 */
import type { Forge } from "../../src/sandbox/forge/forge.js";
import { findAccount, findRepository } from "../../src/sandbox/forge/lookup.js";
import { ACTIONS_APP_ID, createSuite } from "../../src/sandbox/forge/operations/checks/check-suites.js";
import { createCheckRun } from "../../src/sandbox/forge/operations/checks/record-check.js";

export const CI_CHECK = "ci";

/** As GitHub reads it: the words anywhere, or the trailer as the very last, behind two empty lines. */
export function skipsWorkflows(message: string): boolean {
  return /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|\n\n\n(?:[\w-]+: .*\n)*skip-checks: ?true\s*$/.test(
    message,
  );
}

/**
 * Returns whether the workflow ran, which means that it passed. GitHub names the pusher as the sender of its end. On a
 * task's branch the pusher is our bot.
 */
export async function runOwnCi({ hub, repo, app }: Forge, sha: string): Promise<boolean> {
  const repository = findRepository(hub.state, repo.owner, repo.repo);
  const user = findAccount(hub.state, `${app.slug}[bot]`);
  if (repository === undefined || user === undefined) throw new Error("the forge has neither repository nor App");
  const commit = await hub.git(repository).commit(sha);
  if (commit === undefined || skipsWorkflows(commit.message)) return false;
  await hub.exclusive(repository, async () => {
    const acting = { user, caller: { kind: "anonymous" }, responded: Promise.resolve() } as const;
    const suite = createSuite(hub, repository, { appId: ACTIONS_APP_ID, headSha: sha });
    const change = { name: CI_CHECK, conclusion: "success" } as const;
    await createCheckRun(hub, acting, { repository, suite, change });
  });
  return true;
}
