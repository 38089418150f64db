import { spawn } from "node:child_process";

/** What one git command answered. A non-zero `code` is the caller's to judge. */
export type GitResult = { readonly code: number; readonly stdout: Buffer; readonly stderr: string };

export type GitOptions = {
  readonly input?: Buffer | string;
  readonly env?: Readonly<Record<string, string>>;
};

/** What GitHub's git allows: a single commit by its name, partial clones. The folder is ours, whoever owns it on disk. */
const SETTINGS: Readonly<Record<string, string>> = {
  "uploadpack.allowAnySHA1InWant": "true",
  "uploadpack.allowFilter": "true",
  "safe.directory": "*",
};

const settingVariables = Object.entries(SETTINGS).flatMap(([key, value], index) => [
  [`GIT_CONFIG_KEY_${index}`, key],
  [`GIT_CONFIG_VALUE_${index}`, value],
]);

/** Nobody's configuration, hooks or prompts reach the forge's repositories. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_CONFIG_COUNT: String(Object.keys(SETTINGS).length),
  ...Object.fromEntries(settingVariables),
};

/** Runs git with an argument list, never through a shell. */
export function runGit(directory: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-C", directory, ...args], { env: { ...GIT_ENVIRONMENT, ...options.env } });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code: code ?? 1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }),
    );
    // git may exit before it has read its input; its exit code tells, the broken pipe does not.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input);
  });
}

/** The same, for commands that cannot fail unless the forge itself is wrong. */
export async function mustGit(directory: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await runGit(directory, args, options);
  if (code !== 0) throw new Error(`git ${args.join(" ")} failed with ${code}: ${stderr.trim()}`);
  return stdout.toString();
}
