/** A change of `.github/workflows/` needs the `workflows` permission, or a person's `workflow` scope. */

import type { Caller } from "../../context.js";
import type { GitRepository } from "../../git/git-repository.js";
import { commitsNowhere } from "../../git/history.js";
import type { Commit } from "../../git/objects.js";
import { isPermitted } from "../../http/access.js";
import type { Hub } from "../../hub.js";
import { branchOf } from "../../ref-names.js";

export const WORKFLOW_FOLDER = ".github/workflows/";

export function mayChangeWorkflows(hub: Hub, caller: Caller): boolean {
  switch (caller.kind) {
    case "installation":
    case "job":
      return isPermitted(hub, caller, ["workflows:write"]);
    case "user":
      return caller.scopes.includes("workflow");
    default:
      return false;
  }
}

export function workflowRefusal(caller: Caller, path: string): string {
  const [who, what] =
    caller.kind === "user" ? ["an OAuth App", "`workflow` scope"] : ["a GitHub App", "`workflows` permission"];
  return `refusing to allow ${who} to create or update workflow \`${path}\` without ${what}`;
}

type PushedCommits = { readonly before: string; readonly after: string; readonly byMerge?: boolean };

/**
 * The first workflow file that a push or merge changes, by new commits or by the merge of a pull request. A move to an
 * existing commit changes nothing, but a merge that brings the base's workflows does (decisions.md#github-actions). A
 * person may push a file that another branch has in the same form; an App may not.
 */
export async function changedWorkflow(
  git: GitRepository,
  caller: Caller,
  { before, after, byMerge = false }: PushedCommits,
): Promise<string | undefined> {
  const steps = byMerge ? [{ sha: after, parents: [before] }] : await newCommits(git, before, after);
  for (const { sha, parents } of steps) {
    const [parent] = parents;
    const now = await workflowFiles(git, sha);
    const then = parent === undefined ? new Map<string, string>() : await workflowFiles(git, parent);
    const changed = [...new Set([...then.keys(), ...now.keys()])].filter((path) => then.get(path) !== now.get(path));
    const elsewhere = caller.kind === "user" && changed.length > 0 ? await otherBranches(git) : [];
    const refused = changed.find((path) => !elsewhere.some((files) => files.get(path) === now.get(path)));
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/**
 * The first workflow file that a new ref would have, and the default branch lacks or has in another form. GitHub wants the
 * permission for it although no commit is new: such a ref brings an old workflow back (decisions.md#github-actions).
 */
export async function foreignWorkflow(
  git: GitRepository,
  defaultHead: string | undefined,
  after: string,
): Promise<string | undefined> {
  if (defaultHead === undefined || defaultHead === after) return undefined;
  const current = await workflowFiles(git, defaultHead);
  return [...(await workflowFiles(git, after))].find(([path, blob]) => current.get(path) !== blob)?.[0];
}

/** One commit on top is the most common case. It needs no process. */
async function newCommits(git: GitRepository, before: string, after: string): Promise<Commit[]> {
  if ([...git.refs.values()].includes(after)) return [];
  const tip = await git.commit(after);
  if (tip?.parents.length === 1 && tip.parents[0] === before) return [tip];
  const shas = await commitsNowhere(git, after);
  return (await Promise.all(shas.map((sha) => git.commit(sha)))).filter((commit) => commit !== undefined);
}

function otherBranches(git: GitRepository): Promise<ReadonlyMap<string, string>[]> {
  const heads = [...git.refs].filter(([ref]) => branchOf(ref) !== undefined).map(([, sha]) => sha);
  return Promise.all([...new Set(heads)].map((sha) => workflowFiles(git, sha)));
}

/** The files directly in the folder, by path. GitHub reads no subfolders. */
async function workflowFiles(git: GitRepository, commitSha: string): Promise<ReadonlyMap<string, string>> {
  let tree = (await git.commit(commitSha))?.tree;
  for (const name of [".github", "workflows"]) {
    const entries = tree === undefined ? undefined : await git.tree(tree);
    tree = entries?.find((entry) => entry.path === name && entry.type === "tree")?.sha;
  }
  const entries = tree === undefined ? [] : ((await git.tree(tree)) ?? []);
  return new Map(entries.map((entry) => [`${WORKFLOW_FOLDER}${entry.path}`, entry.sha]));
}
