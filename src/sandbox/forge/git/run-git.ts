import { type GitEnvironment, isolatedGit } from "../../../git/git-environment.js";
import { type GitAnswer, runGit as runAnyGit, startGit as startAnyGit } from "../../../git/run-git.js";

type ForgeGitOptions = {
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

/** The forge's repositories use no person's configuration, hooks or prompts. */
const ENVIRONMENT: GitEnvironment = isolatedGit({
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_CONFIG_COUNT: String(Object.keys(SETTINGS).length),
  ...Object.fromEntries(settingVariables),
});

/** Runs git in a repository of the forge. */
export function runGit(
  directory: string,
  args: readonly string[],
  { env, ...options }: ForgeGitOptions = {},
): Promise<GitAnswer> {
  return runAnyGit(["-C", directory, ...args], { ...options, env: { ...ENVIRONMENT, ...env } });
}

/** Starts a git that answers many requests. */
export function startGit(directory: string, args: readonly string[]): ReturnType<typeof startAnyGit> {
  return startAnyGit(["-C", directory, ...args], { env: ENVIRONMENT });
}

/** Runs a command that fails only because of a bug in the forge. */
export async function mustGit(
  directory: string,
  args: readonly string[],
  options: ForgeGitOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await runGit(directory, args, options);
  if (code !== 0) throw new Error(`git ${args.join(" ")} failed with ${code}: ${stderr.trim()}`);
  return stdout.toString();
}
