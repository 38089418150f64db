import type { Config } from "../../domain/config/config.js";
import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import { CODE_INDEX_FOLDER, CodeIndexEntry } from "../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { readObjects } from "../../git/read-objects.js";
import { runGit } from "../../git/run-git.js";
import { readConfig } from "../../yaml/read-config.js";
import { readYaml } from "../../yaml/yaml.js";

/** The code index of a repository at its HEAD, and its configuration there. */
export type IndexAtHead = { readonly entries: readonly CodeIndexEntry[]; readonly config: Config };

export async function indexAtHead(gitDirectory: string): Promise<Outcome<IndexAtHead>> {
  const listed = await runGit([`--git-dir=${gitDirectory}`, "ls-tree", "--name-only", "-z", "HEAD", CODE_INDEX_FOLDER]);
  if (listed.code !== 0) return refuse("no-commit", "The repository has no commit to read a code index from.");
  const paths = listed.stdout
    .toString("utf8")
    .split("\0")
    .filter((path) => path.endsWith(".yml"));
  const texts = await readObjects(
    gitDirectory,
    [...paths, CONFIG_PATH].map((path) => `HEAD:${path}`),
  );
  const config = readConfig(texts.get(`HEAD:${CONFIG_PATH}`));
  if (!config.ok) return config;
  const entries: CodeIndexEntry[] = [];
  for (const path of paths) {
    const entry = readYaml(path, texts.get(`HEAD:${path}`) ?? "", CodeIndexEntry);
    if (!entry.ok) return entry;
    entries.push(entry.value);
  }
  return accept({ entries, config: config.value });
}
