/** The services of the forge for the runner: files, tokens, clones, artifacts. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "./forge/git/run-git.js";
import type { Hub } from "./forge/hub.js";
import { findRepository } from "./forge/lookup.js";
import type { OfRun } from "./forge/operations/actions/attempt.js";
import { textAt } from "./forge/operations/actions/discover-workflows.js";
import { actionsUrls } from "./forge/operations/actions/dispatch-workflow.js";
import { artifactsOf, storeArtifact } from "./forge/operations/actions/store-artifact.js";
import { mintJobToken } from "./forge/operations/repository/mint-token.js";
import type { Permissions as TokenPermissions } from "./forge/records/app.js";
import type { RepositoryRecord } from "./forge/records/repository.js";
import { resolveCommit } from "./forge/resolve.js";
import type { RunnerHost } from "./runner/host.js";
import type { Permissions } from "./runner/workflow/workflow.js";

export type LocalActions = ReadonlyMap<string, string>;

type HostParts = Pick<RunnerHost, "concurrency" | "report"> & { readonly actions: LocalActions };

export function createRunnerHost(hub: Hub, of: OfRun, { concurrency, report, actions }: HostParts): RunnerHost {
  const { repository } = of;
  const git = hub.git(repository);
  return {
    urls: actionsUrls(hub),
    readFile: ({ commit, path }) => textAt(git, commit, path),
    cloneUrl: (name) => `${hub.urls.origin}/${name}.git`,
    async resolveAction({ repository: name, path, ref }) {
      const local = actions.get(path === "" ? name : `${name}/${path}`);
      if (local !== undefined) return local;
      const [owner = "", repo = ""] = name.split("/");
      const source = findRepository(hub.state, owner, repo);
      if (source === undefined || !isUsable(source, repository)) return undefined;
      const folder = await exportFiles(hub, source, ref);
      return folder === undefined ? undefined : join(folder, path);
    },
    mintToken: async ({ run, permissions }) =>
      mintJobToken(hub, { repository, runId: run, permissions: tokenPermissions(permissions) }),
    async revokeToken(token) {
      hub.state.tokens.delete(token);
      hub.changed();
    },
    storeArtifact: (upload) => hub.exclusive(repository, () => storeArtifact(hub, of, upload)),
    listArtifacts: async () => artifactsOf(of).map(({ id, name }) => ({ id, name })),
    readArtifact: (id) => hub.files.readArtifact(id),
    concurrency,
    report,
    platform: hub.profile,
  };
}

/** Only its own repository may use an action of a private repository. Sharing is not supported here. */
const isUsable = (source: RepositoryRecord, user: RepositoryRecord) => !source.private || source.id === user.id;

/** `pull-requests: write` in a workflow is `pull_requests:write` of a token; `none` gives no permission. */
export function tokenPermissions(permissions: Permissions): TokenPermissions {
  const held = Object.entries(permissions).flatMap(([name, level]) =>
    level === undefined || level === "none" ? [] : [[name.replaceAll("-", "_"), level] as const],
  );
  return Object.fromEntries(held);
}

/** The files of a commit in a folder, written once per commit. */
async function exportFiles(hub: Hub, source: RepositoryRecord, ref: string): Promise<string | undefined> {
  const git = hub.git(source);
  const commit = await resolveCommit(git, ref, source.defaultBranch);
  if (commit === undefined) return undefined;
  return git.remembered(`files ${commit.sha}`, async () => {
    const folder = hub.files.actionFolder(commit.sha);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const { code, stderr } = await runGit(
      git.directory,
      [`--git-dir=${git.directory}`, `--work-tree=${folder}`, "checkout", "--quiet", "--force", commit.sha, "--", "."],
      { env: { GIT_INDEX_FILE: `${folder}.index` } },
    );
    if (code !== 0) throw new Error(`the files of ${ref} could not be written: ${stderr.trim()}`);
    return folder;
  });
}
