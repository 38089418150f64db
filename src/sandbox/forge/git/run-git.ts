import { spawn } from "node:child_process";

/** The result of one git command. The caller judges a non-zero `code`. */
export type GitResult = { readonly code: number; readonly stdout: Buffer; readonly stderr: string };

export type GitOptions = {
  readonly input?: Buffer | string;
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * What GitHub's git allows: fetching a single commit by its name, and partial clones. The folder is trusted whoever
 * owns it on disk.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  "uploadpack.allowAnySHA1InWant": "true",
  "uploadpack.allowFilter": "true",
  "safe.directory": "*",
};

const settingVariables = Object.entries(SETTINGS).flatMap(([key, value], index) => [
  [`GIT_CONFIG_KEY_${index}`, key],
  [`GIT_CONFIG_VALUE_${index}`, value],
]);

/** The forge's repositories use no user's configuration, hooks or prompts. */
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
    // git may exit before it has read its input. Its exit code reports that, not the broken pipe.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input);
  });
}

/** Runs a command that fails only because of a bug in the forge. */
export async function mustGit(directory: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await runGit(directory, args, options);
  if (code !== 0) throw new Error(`git ${args.join(" ")} failed with ${code}: ${stderr.trim()}`);
  return stdout.toString();
}
