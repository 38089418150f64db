import { describe, expect, it } from "vitest";
import { commitTitle } from "../../../src/features/merging/commit-title.js";
import { branchMessage } from "../../../src/features/merging/skip-ci.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";
import { MERGE_QUEUE_RULE } from "../../support/merge-queue-rule.js";
import { skipsWorkflows } from "../../support/own-ci.js";

const local = useForge({ files: { "SPEC.md": "# A\n" } });
const { perform, observe } = useGitHubAdapter(local);
const admin = () => local.as("admin").rest;
const messageOnMain = async () =>
  (await admin().repos.getBranch({ ...local.at, branch: "main" })).data.commit.commit.message;

/** A task's branch: one commit that is not complete, and one that is. */
async function branchOfTwo(branch: string) {
  const { number, head } = await openedPull(local, { branch });
  const shown = async () => (await observe({ branches: [branch] })).pulls[0];
  const commit = async (key: string, parent: string, isComplete: boolean) => {
    const title = commitTitle("T-notes", key, { ci: "after-gates", isComplete });
    const message = branchMessage(title, { squashRepeats: (await shown())?.squashRepeats ?? false });
    const files = [{ path: `${key}-${number}.txt`, text: key }];
    await perform({ kind: "commit-files", key, branch, parent, files, deletions: [], message });
    const { data } = await admin().repos.getBranch({ ...local.at, branch });
    return { sha: data.commit.sha, message: data.commit.commit.message };
  };
  const first = await commit("specify", head, false);
  await commit("ship", first.sha, true);
  return { number, first, shown };
}

const ruled = async (rules: object[], then: () => Promise<void>) => {
  const made = await local.as("admin").request("POST /repos/{owner}/{repo}/rulesets", {
    ...local.at,
    name: "main",
    target: "branch",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
    rules: rules as [],
  });
  await then();
  const ruleset_id = made.data.id;
  await local.as("admin").request("DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}", { ...local.at, ruleset_id });
};

describe("a task's pull request that a person squashes with GitHub's words", () => {
  it("does not switch the default branch's workflows off, although its first commit ran none", async () => {
    const { number, first } = await branchOfTwo("factory/by-hand");
    expect(skipsWorkflows(first.message)).toBe(true);
    await admin().pulls.merge({ ...local.at, pull_number: number, merge_method: "squash" });
    expect(await messageOnMain()).toContain("skip-checks: true");
    expect(skipsWorkflows(await messageOnMain())).toBe(false);
  });

  it("would do so with the words in brackets, wherever they stand", async () => {
    const { number } = await openedPull(local, { branch: "factory/brackets", message: "red [skip ci]" });
    await commitOn(await local.bot(), local.at, { branch: "factory/brackets", path: "b.txt", text: "b", message: "b" });
    await admin().pulls.merge({ ...local.at, pull_number: number, merge_method: "squash" });
    expect(skipsWorkflows(await messageOnMain())).toBe(true);
  });
});

const REVIEWED = {
  required_approving_review_count: 1,
  dismiss_stale_reviews_on_push: false,
  require_code_owner_review: false,
  require_last_push_approval: false,
  required_review_thread_resolution: false,
};

describe("a branch whose squash others make", () => {
  it("has no marker in front of a merge queue, whose squash repeats all messages", async () => {
    await ruled([MERGE_QUEUE_RULE], async () => {
      const { first, shown } = await branchOfTwo("factory/queue");
      expect((await shown())?.squashRepeats).toBe(true);
      expect(skipsWorkflows(first.message)).toBe(false);
    });
  });

  it("has no marker where a review is required", async () => {
    await ruled([{ type: "pull_request", parameters: REVIEWED }], async () => {
      expect(skipsWorkflows((await branchOfTwo("factory/reviewed")).first.message)).toBe(false);
    });
  });

  it("has its marker where the repository's squashes use title and text of the pull request", async () => {
    const words = { squash_merge_commit_title: "PR_TITLE", squash_merge_commit_message: "PR_BODY" } as const;
    await admin().repos.update({ ...local.at, ...words });
    await ruled([MERGE_QUEUE_RULE], async () => {
      expect(skipsWorkflows((await branchOfTwo("factory/clean")).first.message)).toBe(true);
    });
    const { number } = await branchOfTwo("factory/clean-by-hand");
    await admin().pulls.merge({ ...local.at, pull_number: number, merge_method: "squash" });
    expect(await messageOnMain()).toBe(`factory/clean-by-hand (#${number})`);
  });
});
