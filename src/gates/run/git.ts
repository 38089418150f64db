import { execFile } from "node:child_process";

/** A failed git command, with git's message. */
export class GitError extends Error {
  override readonly name = "GitError";
  constructor(
    readonly args: readonly string[],
    readonly exitCode: number | null,
    readonly stderr: string,
  ) {
    super(`git ${args.join(" ")}: ${stderr.trim() || `exit code ${exitCode}`}`);
  }
}

/** No configuration of this machine or a user applies. Hooks and prompts are off. */
const SETTINGS = ["-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false", "-c", "advice.detachedHead=false"];
const ENVIRONMENT = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_TERMINAL_PROMPT: "0" };

export type GitOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Exit codes that are no failure. */
  readonly allowed?: readonly number[];
  /** Whether every user may change the files that it makes. */
  readonly forEverybody?: boolean;
};

/** Runs git and returns its output. Throws on exit codes other than 0, unless they are allowed. */
export function git(
  gitDir: string,
  args: readonly string[],
  { env = {}, cwd = gitDir, allowed = [], forEverybody = false }: GitOptions = {},
): Promise<{ readonly code: number; readonly stdout: string }> {
  const all = [...SETTINGS, `--git-dir=${gitDir}`, ...args];
  const [file, before] = forEverybody
    ? (["/bin/sh", ["-c", 'umask 000; exec git "$@"', "git"]] as const)
    : (["git", []] as const);
  const environment = { PATH: process.env.PATH, HOME: "/nonexistent", LANG: "C.UTF-8", ...ENVIRONMENT, ...env };
  return new Promise((resolve, reject) => {
    execFile(
      file,
      [...before, ...all],
      { env: environment, cwd, maxBuffer: 1_073_741_824 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
        if (code !== null && (code === 0 || allowed.includes(code))) resolve({ code, stdout });
        else reject(new GitError(args, code, stderr || (error?.message ?? "")));
      },
    );
  });
}
