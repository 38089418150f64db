import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { type GitEnvironment, personsGit } from "./git-environment.js";

/** What a git process answered. The caller judges a `code` that is not zero. */
export type GitAnswer = { readonly code: number; readonly stdout: Buffer; readonly stderr: string };

export type GitOptions = {
  readonly input?: string | Buffer;
  /** All of its variables; without them it is a person's git. */
  readonly env?: GitEnvironment;
  readonly cwd?: string;
  /** Whether every user may change the files that it makes. */
  readonly forEverybody?: boolean;
};

/** As for any fatal error of git: no command gives it another meaning. */
const KILLED = 128;

/** git was not found on this machine. */
export class GitMissing extends Error {
  override readonly name = "GitMissing";
}

/** Starts git with an argument list. The caller reads its output, and handles its errors. */
export function startGit(
  args: readonly string[],
  { env = personsGit(), cwd, forEverybody = false }: Omit<GitOptions, "input"> = {},
): ChildProcessWithoutNullStreams {
  const [file, before] = forEverybody
    ? (["/bin/sh", ["-c", 'umask 000; exec git "$@"', "git"]] as const)
    : (["git", []] as const);
  return spawn(file, [...before, ...args], { env, cwd });
}

/** Runs git to its end. */
export function runGit(args: readonly string[], { input, ...options }: GitOptions = {}): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = startGit(args, options);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ENOENT" ? new GitMissing("git is not on the PATH; install it") : error),
    );
    child.once("close", (code) =>
      resolve({ code: code ?? KILLED, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString("utf8").trim() }),
    );
    // git may exit before it has read its input. Its exit code reports that, not the broken pipe.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
  });
}
