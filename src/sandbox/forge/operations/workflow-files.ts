/** `.github/workflows/` may change only with the `workflows` permission, or a person's `workflow` scope. */
import { grants } from "../access.js";
import type { Caller } from "../context.js";
import { type GitRepository, ZERO_SHA } from "../git/git-repository.js";
import { branchOf } from "../ref-names.js";

export const WORKFLOW_FOLDER = ".github/workflows/";

export function mayChangeWorkflows(caller: Caller): boolean {
  switch (caller.kind) {
    case "installation":
    case "job":
      return grants(caller.permissions, "workflows:write");
    case "user":
      return caller.scopes.includes("workflow");
    default:
      return false;
  }
}

export const workflowRefusal = (path: string) =>
  `refusing to allow a GitHub App to create or update workflow \`${path}\` without \`workflows\` permission`;

/**
 * The first workflow file that a move of a branch would change. A file that another branch has in the same form is no
 * change: that is how a branch can take up its base.
 */
export async function changedWorkflow(git: GitRepository, before: string, after: string): Promise<string | undefined> {
  const now = await workflowFiles(git, after);
  const then = before === ZERO_SHA ? undefined : await workflowFiles(git, before);
  const changed = (known: ReadonlyMap<string, string>) =>
    [...new Set([...known.keys(), ...now.keys()])].filter((path) => known.get(path) !== now.get(path));
  const suspects = changed(then ?? new Map());
  if (suspects.length === 0) return undefined;
  const elsewhere = await Promise.all(branchHeads(git).map((sha) => workflowFiles(git, sha)));
  return suspects.find((path) => !elsewhere.some((files) => files.get(path) === now.get(path)));
}

function branchHeads(git: GitRepository): string[] {
  return [...new Set([...git.refs].filter(([ref]) => branchOf(ref) !== undefined).map(([, sha]) => sha))];
}

/** Path to blob, for the files directly in the folder (GitHub looks nowhere else). */
async function workflowFiles(git: GitRepository, commitSha: string): Promise<ReadonlyMap<string, string>> {
  const commit = await git.commit(commitSha);
  let tree = commit?.tree;
  for (const name of [".github", "workflows"]) {
    const entries = tree === undefined ? undefined : await git.tree(tree);
    tree = entries?.find((entry) => entry.path === name && entry.type === "tree")?.sha;
  }
  const entries = tree === undefined ? [] : ((await git.tree(tree)) ?? []);
  return new Map(entries.map((entry) => [`${WORKFLOW_FOLDER}${entry.path}`, entry.sha]));
}
