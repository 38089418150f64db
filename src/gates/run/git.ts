import { isolatedGit } from "../../git/git-environment.js";
import { GitMissing, runGit } from "../../git/run-git.js";

/** A failed git command, with git's message. */
export class GitError extends Error {
  override readonly name = "GitError";
  constructor(
    readonly args: readonly string[],
    readonly exitCode: number,
    readonly stderr: string,
  ) {
    super(`git ${args.join(" ")}: ${stderr || `exit code ${exitCode}`}`);
  }
}

/** Hooks are off. */
const SETTINGS = ["-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false", "-c", "advice.detachedHead=false"];

export type GitOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Exit codes that are no failure. */
  readonly allowed?: readonly number[];
  /** Whether every user may change the files that it makes. */
  readonly forEverybody?: boolean;
};

/** Runs git and returns its output. Throws on exit codes other than 0, unless they are allowed. */
export async function git(
  gitDir: string,
  args: readonly string[],
  { env = {}, cwd = gitDir, allowed = [], forEverybody = false }: GitOptions = {},
): Promise<{ readonly code: number; readonly stdout: string }> {
  const options = { env: isolatedGit(env), cwd, forEverybody };
  const all = [...SETTINGS, `--git-dir=${gitDir}`, ...args];
  const { code, stdout, stderr } = await runGit(all, options).catch((error: unknown) => {
    throw error instanceof GitMissing ? new GitError(args, 127, error.message) : error;
  });
  if (code !== 0 && !allowed.includes(code)) throw new GitError(args, code, stderr);
  return { code, stdout: stdout.toString("utf8") };
}
