import { type OpenRepository, openRepository } from "../adapters/git/open-repository.js";
import { GitMissing } from "../adapters/git/run-git.js";
import { findStateHead } from "../adapters/git/state-history.js";
import type { Sha } from "../domain/ids.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { gitHubRemote } from "./github-remote.js";
import { type RepositoryRequest, readRepositoryOptions } from "./repository-options.js";

/** What a command that reads the state branch is given. */
export type StateBranch = { readonly gitDirectory: string; readonly head: Sha; readonly request: RepositoryRequest };

/** Opens what the arguments name, lets the command read, and cleans up. What is wrong is one sentence on standard error. */
export async function withStateBranch(
  name: string,
  args: readonly string[],
  read: (branch: StateBranch) => Promise<ExitCode>,
): Promise<ExitCode> {
  const complain = (message: string, exit: ExitCode): ExitCode => {
    process.stderr.write(`factory ${name}: ${message}\n`);
    return exit;
  };
  const request = readRepositoryOptions(args);
  if (!request.ok) return complain(request.refusal.message, EXIT.badInput);
  const { where, branch } = request.value;
  const opened = await open(where, branch);
  if (typeof opened === "string") return complain(opened, EXIT.badInput);
  try {
    const head = await findStateHead(opened.gitDirectory, branch);
    if (head === null) {
      return complain(`${where} has no branch ${branch}: nothing has been asked of the factory there`, EXIT.failed);
    }
    return await read({ gitDirectory: opened.gitDirectory, head, request: request.value });
  } finally {
    await opened.close();
  }
}

async function open(where: string, branch: string): Promise<OpenRepository | string> {
  try {
    const opened = await openRepository(where, branch, gitHubRemote(process.env));
    return opened.ok ? opened.value : opened.refusal.message;
  } catch (error) {
    if (error instanceof GitMissing) return error.message;
    throw error;
  }
}
