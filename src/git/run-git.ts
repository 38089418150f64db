import { spawn } from "node:child_process";

/** What a git process answered. */
export type GitAnswer = { readonly code: number; readonly stdout: Buffer; readonly stderr: string };

/** git was not found on this machine. */
export class GitMissing extends Error {
  override readonly name = "GitMissing";
}

/** Runs git without ever asking a person anything. */
export function runGit(
  args: readonly string[],
  options: { readonly input?: string; readonly env?: Record<string, string> } = {},
): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C", ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ENOENT" ? new GitMissing("git is not on the PATH; install it") : error),
    );
    child.once("close", (code) =>
      resolve({ code: code ?? 1, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString("utf8").trim() }),
    );
    // A git that ends early closes its input; what it has to say is on its standard error.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input ?? "");
  });
}
