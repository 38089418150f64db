import { Config } from "../../domain/config/config.js";
import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import { stateBranch } from "../../engine/state-branch.js";
import { readObjects } from "../../git/read-objects.js";
import { listBranches } from "../../git/state-history.js";
import { readYaml } from "../../yaml/yaml.js";

/**
 * The state branch of a repository, if the user named none. It follows the configured `branch_prefix`. Without a usable
 * configuration it is the only branch with such a name, otherwise the default name.
 */
export async function chooseStateBranch(gitDirectory: string): Promise<string> {
  const named = await stateBranches(gitDirectory);
  const configured = stateBranch(await configuredPrefix(gitDirectory));
  const [only, ...others] = named;
  if (named.includes(configured) || only === undefined || others.length > 0) return configured;
  return only;
}

/** Branches with the name of a state branch. */
export async function stateBranches(gitDirectory: string): Promise<string[]> {
  return (await listBranches(gitDirectory)).filter((branch) => branch.endsWith(STATE));
}

const STATE = stateBranch("");

/**
 * The prefix in the checked-out commit, or in the remote's default branch. If neither can be read, the default prefix.
 */
async function configuredPrefix(gitDirectory: string): Promise<string> {
  const names = ["HEAD", "refs/remotes/origin/HEAD"].map((commit) => `${commit}:${CONFIG_PATH}`);
  const found = await readObjects(gitDirectory, names);
  const text = names.flatMap((name) => found.get(name) ?? []).at(0);
  const config = readYaml(CONFIG_PATH, text ?? "{}", Config);
  return config.ok ? config.value.branch_prefix : Config.parse({}).branch_prefix;
}
