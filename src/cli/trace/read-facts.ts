import { STATE_PATH } from "../../domain/gates/state-paths.js";
import { LEDGER_PATH, Ledger } from "../../domain/ledger/ledger.js";
import type { TracedRelease, TracedTask, TraceFacts } from "../../domain/ledger/trace.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { StoredState } from "../../engine/state-versions.js";
import { shippedProof } from "../../features/ledger/shipped-proof.js";
import { ReleaseManifest } from "../../features/release/rules/release-manifest.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import { readObjects } from "../../git/read-objects.js";
import { runGit } from "../../git/run-git.js";
import { findStateHead } from "../../git/state-history.js";
import { readYaml } from "../../yaml/yaml.js";
import { chooseStateBranch } from "../repository/choose-state-branch.js";

const MODULES = ".factory/modules/";
const RELEASES = ".factory/releases/";

/** What the default branch records, and what the state branch adds to it if it was fetched. */
export async function readFacts(
  gitDirectory: string,
): Promise<Outcome<TraceFacts & { readonly webUrl: string | null }>> {
  const listed = await filesAt(gitDirectory, [LEDGER_PATH, MODULES, RELEASES]);
  const paths = listed.filter(
    (path) => path === LEDGER_PATH || path.endsWith("/ship.yml") || path.startsWith(RELEASES),
  );
  const texts = await readObjects(
    gitDirectory,
    paths.map((path) => `HEAD:${path}`),
  );
  const text = (path: string) => texts.get(`HEAD:${path}`) ?? "";
  if (!paths.includes(LEDGER_PATH))
    return refuse("no-ledger", `there is no ${LEDGER_PATH} at HEAD: no spec with a ledger was merged here`);
  const ledger = readYaml(LEDGER_PATH, text(LEDGER_PATH), Ledger);
  if (!ledger.ok) return ledger;
  const shipped = [];
  const releases: TracedRelease[] = [];
  const { tasks, released } = await stateFacts(gitDirectory);
  for (const path of paths.filter((one) => one !== LEDGER_PATH)) {
    if (path.endsWith("/ship.yml")) {
      const evidence = readYaml(path, text(path), ShipEvidence);
      if (!evidence.ok) return evidence;
      shipped.push(shippedProof(evidence.value));
      continue;
    }
    const manifest = readYaml(path, text(path), ReleaseManifest);
    if (!manifest.ok) continue;
    const { release_id, modules } = manifest.value;
    const name = released.get(release_id) ?? release_id;
    releases.push({ name, modules: modules.map(({ module_ref }) => module_ref) });
  }
  return accept({ ledger: ledger.value, shipped, tasks, releases, webUrl: await webUrl(gitDirectory) });
}

async function filesAt(gitDirectory: string, under: readonly string[]): Promise<string[]> {
  const { code, stdout } = await runGit([
    `--git-dir=${gitDirectory}`,
    "ls-tree",
    "-r",
    "--name-only",
    "-z",
    "HEAD",
    ...under,
  ]);
  if (code !== 0) return [];
  return stdout
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
}

/** Pull requests, merges and the name of the release; nothing where the state branch is not there. */
async function stateFacts(gitDirectory: string) {
  const none = { tasks: new Map<string, TracedTask>(), released: new Map<string, string>() };
  const head = await findStateHead(gitDirectory, await chooseStateBranch(gitDirectory));
  if (head === null) return none;
  const text = (await readObjects(gitDirectory, [`${head}:${STATE_PATH}`])).get(`${head}:${STATE_PATH}`);
  const state = readYaml(STATE_PATH, text ?? "", StoredState);
  if (!state.ok) return none;
  const { project, release } = state.value;
  return {
    tasks: new Map(
      Object.entries(project?.tasks ?? {}).map(([id, { pull_request, merge_sha }]) => [
        id,
        { pull_request, merge: merge_sha },
      ]),
    ),
    released: new Map(release?.phase === "published" ? [[release.order.release_id, release.tag]] : []),
  };
}

/** Where pull requests and commits can be looked at; null where the clone does not say. */
async function webUrl(gitDirectory: string): Promise<string | null> {
  const { code, stdout } = await runGit([`--git-dir=${gitDirectory}`, "remote", "get-url", "origin"]);
  if (code !== 0) return null;
  const address = stdout.toString("utf8").trim();
  const ssh = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+?)(?:\.git)?$/.exec(address);
  if (ssh !== null) return `https://${ssh[1]}/${ssh[2]}`;
  const http = /^(https?:\/\/)(?:[^@/]*@)?(.+?)(?:\.git)?$/.exec(address);
  return http === null ? null : `${http[1]}${http[2]}`;
}
