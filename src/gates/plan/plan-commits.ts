import { mkdir } from "node:fs/promises";
import path from "node:path";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { type Checkout, openTree } from "../checkout/open-checkout.js";
import { GitError, git } from "../run/git.js";
import type { PlanJson } from "./plan-json.js";

/** What the options are called that answer a refusal. */
export type RevisionNames = {
  readonly base: string;
  readonly head: string;
  /** How to allow a run without confinement. */
  readonly unconfined: string;
  /** How to give the result of the CONTRACT run. */
  readonly contractReport: string;
};

export const ACTION_NAMES: RevisionNames = {
  base: "base",
  head: "head",
  unconfined: "the input `confinement: preferred`",
  contractReport: "contract-report",
};

export async function findRepository(folder: string): Promise<Outcome<string>> {
  try {
    const { stdout } = await git(path.join(folder, ".git"), ["rev-parse", "--absolute-git-dir"], { cwd: folder });
    return accept(stdout.trim());
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return refuse("not-a-repository", `projectPath: ${folder} is not the top folder of a git repository`);
  }
}

function unknownCommit(field: string, given: string, override: string): string {
  return `${field}: ${given} is not a commit of this repository. Say which one by \`${override}\`, such as main or HEAD~1, or fetch it.`;
}

/** Red and diff are judged at the merge base, because later changes of the base are not this work's. */
export async function resolveCommits(
  gitDir: string,
  plan: PlanJson,
  named: RevisionNames,
): Promise<Outcome<{ head: string; base: string }>> {
  const head = await commitOf(gitDir, plan.targetRef);
  const tip = await commitOf(gitDir, plan.baseRef);
  const problems = [
    ...(tip === undefined ? [unknownCommit("baseRef", plan.baseRef, named.base)] : []),
    ...(head === undefined ? [unknownCommit("targetRef", plan.targetRef, named.head)] : []),
  ];
  if (head === undefined || tip === undefined) return refuse("rev-unknown", problems.join("\n"), { details: problems });
  const { code, stdout } = await git(gitDir, ["merge-base", tip, head], { allowed: [1] });
  return accept({ head, base: code === 0 ? stdout.trim() : tip });
}

async function commitOf(gitDir: string, rev: string): Promise<string | undefined> {
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${rev}^{commit}`];
  const { code, stdout } = await git(gitDir, asked, { allowed: [1, 128] });
  return code === 0 ? stdout.trim() : undefined;
}

export async function exportCommit(gitDir: string, commit: string, folder: string): Promise<Checkout> {
  await mkdir(folder);
  const options = { cwd: folder, env: { GIT_INDEX_FILE: `${folder}.index`, GIT_WORK_TREE: folder } };
  await git(gitDir, ["read-tree", commit], options);
  await git(gitDir, ["checkout-index", "--all", "--force", "--quiet"], options);
  return openTree({ gitDir, commit, folder });
}
