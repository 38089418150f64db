/** Workflows are files of the default branch. Their records hold ids, counters and whether they are enabled. */
import { z } from "zod";
import { readYaml } from "../../../../yaml/yaml.js";
import type { GitRepository } from "../../git/git-repository.js";
import { entryAt } from "../../git/tree-listing.js";
import type { Hub } from "../../hub.js";
import type { WorkflowRecord } from "../../records/actions.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { WORKFLOW_FOLDER } from "./workflow-files.js";

/** A workflow with the current content of its file. A deleted file leaves its path as the name. */
export type Workflow = { readonly record: WorkflowRecord; readonly name: string; readonly isDeleted: boolean };

export async function discoverWorkflows(hub: Hub, repository: RepositoryRecord): Promise<Workflow[]> {
  const git = hub.git(repository);
  const head = git.refs.get(branchRef(repository.defaultBranch));
  if (head === undefined) return [];
  const files = await workflowFilesAt(git, head);
  return Promise.all(
    files.map(async ({ path, sha }) => {
      const record = recordOf(hub, repository, path);
      return { record, name: await nameOf(git, path, sha), isDeleted: false };
    }),
  );
}

/** Finds by id or file name. The id remains valid when the file is deleted. */
export async function findWorkflow(hub: Hub, repository: RepositoryRecord, id: string): Promise<Workflow | undefined> {
  const all = await discoverWorkflows(hub, repository);
  const found = all.find(
    ({ record }) => String(record.id) === id || record.path === `${WORKFLOW_FOLDER}${id}` || record.path === id,
  );
  if (found !== undefined) return found;
  const record = /^\d+$/.test(id) ? repository.workflows.get(Number(id)) : undefined;
  return record === undefined ? undefined : { record, name: record.path, isDeleted: true };
}

async function workflowFilesAt(git: GitRepository, commit: string): Promise<{ path: string; sha: string }[]> {
  const tree = (await git.commit(commit))?.tree;
  const folder = tree === undefined ? undefined : await entryAt(git, tree, WORKFLOW_FOLDER);
  const entries = folder?.type === "tree" ? ((await git.tree(folder.sha)) ?? []) : [];
  return entries
    .filter(({ type, path }) => type === "blob" && /\.ya?ml$/.test(path))
    .map(({ path, sha }) => ({ path: `${WORKFLOW_FOLDER}${path}`, sha }));
}

function recordOf(hub: Hub, repository: RepositoryRecord, path: string): WorkflowRecord {
  for (const known of repository.workflows.values()) if (known.path === path) return known;
  const now = hub.now();
  const record = { id: hub.nextId(), path, isDisabled: false, lastRunNumber: 0, createdAt: now, updatedAt: now };
  repository.workflows.set(record.id, record);
  return record;
}

/** An unreadable file is still a workflow. Its name is its path. */
function nameOf(git: GitRepository, path: string, sha: string): Promise<string> {
  return git.remembered(`workflow name ${path} ${sha}`, async () => {
    const text = (await git.blob(sha))?.toString() ?? "";
    const read = readYaml(path, text, z.looseObject({ name: z.string().min(1).optional() }));
    return (read.ok ? read.value.name : undefined) ?? path;
  });
}

/** The text of a file at a commit. */
export async function textAt(git: GitRepository, commit: string, path: string): Promise<string | undefined> {
  const tree = (await git.commit(commit))?.tree;
  const entry = tree === undefined ? undefined : await entryAt(git, tree, path);
  return entry?.type === "blob" ? (await git.blob(entry.sha))?.toString() : undefined;
}
