import type { Sha } from "../../domain/ids.js";
import { type Outcome, refuse } from "../../domain/refusal.js";
import { type OpenRepository, openRepository } from "../../git/open-repository.js";
import { GitMissing } from "../../git/run-git.js";
import { findStateHead } from "../../git/state-history.js";
import { asksJson, complain } from "../complain.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { chooseStateBranch, stateBranches } from "./choose-state-branch.js";
import { gitHubRemote } from "./github-remote.js";
import { type RepositoryRequest, readRepositoryOptions } from "./repository-options.js";

/** The input of a command that reads the state branch. */
export type StateBranch = { readonly gitDirectory: string; readonly head: Sha; readonly request: RepositoryRequest };

/** Opens the named repository, runs the command, and cleans up. A problem is one sentence on standard error. */
export async function withStateBranch(
  name: "status" | "replay",
  args: readonly string[],
  read: (branch: StateBranch) => Promise<ExitCode>,
): Promise<ExitCode> {
  const json = asksJson(args);
  const request = readRepositoryOptions(name, args);
  if (!request.ok) return complain(name, request.refusal, { json });
  const { where } = request.value;
  const opened = await open(where, request.value.branch);
  if (!opened.ok) return complain(name, opened.refusal, { json });
  const { gitDirectory } = opened.value;
  try {
    const branch = request.value.branch ?? (await chooseStateBranch(gitDirectory));
    const head = await findStateHead(gitDirectory, branch);
    if (head === null) {
      const message = `${where} has no branch ${branch}${await instead(gitDirectory, request.value.branch)}`;
      return complain(name, { code: "no-state-branch", message }, { json, exit: EXIT.failed });
    }
    return await read({ gitDirectory, head, request: request.value });
  } finally {
    await opened.value.close();
  }
}

/**
 * The existing state branches, shown if the named one does not exist. From a remote address only the named branch is
 * fetched.
 */
async function instead(gitDirectory: string, named: string | null): Promise<string> {
  const [first, ...more] = await stateBranches(gitDirectory);
  if (first === undefined && named !== null) return "; without --branch it is looked for";
  if (first === undefined) return ": nothing has been asked of the factory there";
  return more.length === 0
    ? `; the state branch there is ${first}`
    : `; the state branches there are ${[first, ...more].join(", ")}`;
}

async function open(where: string, branch: string | null): Promise<Outcome<OpenRepository>> {
  try {
    return await openRepository(where, branch, gitHubRemote(process.env));
  } catch (error) {
    if (error instanceof GitMissing) return refuse("git-missing", error.message);
    throw error;
  }
}
