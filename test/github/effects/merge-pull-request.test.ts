import { describe, expect, it } from "vitest";
import { gitBlobSha } from "../../../src/domain/hash.js";
import { commitOn, refusal, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# A\n" } });
const { perform, observe, adapter } = useGitHubAdapter(local);
const admin = () => local.as("admin").rest;
const merge = (number: number, head: string) =>
  ({
    kind: "merge-pull-request",
    key: `merge-${number}`,
    number,
    head,
    title: "factory: T-a-b-c-001 - Keep a note",
    message: "Judged at this head.",
  }) as const;
const tipOf = async () => (await admin().repos.getBranch({ ...local.at, branch: "main" })).data.commit;
const allow = (squash: boolean, merge: boolean, rebase: boolean) =>
  admin().repos.update({
    ...local.at,
    allow_squash_merge: squash,
    allow_merge_commit: merge,
    allow_rebase_merge: rebase,
  });
const rule = (rules: object[]) =>
  local.as("admin").request("POST /repos/{owner}/{repo}/rulesets", {
    ...local.at,
    name: "main",
    target: "branch",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
    rules: rules as [],
  });
const unrule = async (id: number) => {
  await local
    .as("admin")
    .request("DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}", { ...local.at, ruleset_id: id });
};

describe("the effect merge-pull-request", () => {
  it("squashes with exactly the given message, once, and shows the resulting tree", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/m1", message: "red [skip ci]" });
    expect(await perform(merge(number, head))).toBe(true);
    expect(await perform(merge(number, head))).toBe(false);
    const tip = await tipOf();
    expect(tip.commit.message).toBe("factory: T-a-b-c-001 - Keep a note\n\nJudged at this head.");
    expect(tip.parents).toHaveLength(1);
    const { pulls } = await observe({ branches: ["factory/m1"] });
    expect(pulls[0]).toMatchObject({
      state: "merged",
      mergeSha: tip.sha,
      mergeTree: tip.commit.tree.sha,
      headTree: tip.commit.tree.sha,
      mergeBlockedBy: null,
    });
  });

  it("merges no other head than the judged one", async () => {
    const { number } = await openedPull(local, { branch: "factory/m2" });
    expect(await perform(merge(number, "0".repeat(40)))).toBe(false);
    expect((await observe({ branches: ["factory/m2"] })).pulls[0]?.state).toBe("open");
  });

  it("merges nothing out of scope, and names the obstacle", async () => {
    const opened = await openedPull(local, { branch: "factory/scope", path: "src/tag.js" });
    const { number } = opened;
    const more = { branch: "factory/scope", path: "src/other.js", text: "export {};\n" };
    const head = await commitOn(await local.bot(), local.at, more);
    const scope = { paths: ["src/tag.js"], exactly: [], folders: ["src/other/"] };
    expect(await perform({ ...merge(number, head), scope })).toBe(false);
    const [held] = (await observe({ branches: ["factory/scope"] })).pulls;
    expect(held?.mergeRefused).toContain("something else than was approved: `src/other.js`.");
    // Nothing blocks the next attempt: what is in scope can change while the head does not.
    expect(held?.mergeBlockedBy).toBeNull();
    adapter().requests();
    expect(await perform({ ...merge(number, head), scope })).toBe(false);
    expect(adapter().requests()).toEqual([]); // the same head in the same scope is not looked at again
    const exactly = [{ path: more.path, blob: gitBlobSha(more.text) }];
    expect(await perform({ ...merge(number, head), scope: { ...scope, exactly } })).toBe(true);
  });

  it.each([
    ["the first that the repository allows", [false, true, true], undefined, 2],
    ["the configured order", [true, true, true], ["merge", "squash"] as const, 2],
    ["squash before all others", [true, true, true], undefined, 1],
  ])("uses %s", async (what, [squash, commit, rebase], methods, parents) => {
    await allow(squash === true, commit === true, rebase === true);
    const { number, head } = await openedPull(local, { branch: `factory/${what.replaceAll(" ", "-")}` });
    expect(await perform({ ...merge(number, head), ...(methods === undefined ? {} : { methods }) })).toBe(true);
    expect((await tipOf()).parents).toHaveLength(parents);
    await allow(true, true, true);
  });

  it.each([
    ["a ruleset's methods", [{ type: "pull_request", parameters: parameters(["squash"]) }]],
    ["a linear history", [{ type: "required_linear_history" }]],
  ])("respects %s", async (what, rules) => {
    const { data } = await rule(rules);
    const { number, head } = await openedPull(local, { branch: `factory/${what.replaceAll(/[ ']/g, "-")}` });
    expect(await perform({ ...merge(number, head), methods: ["merge", "squash"] })).toBe(true);
    expect((await tipOf()).parents).toHaveLength(1);
    await unrule(data.id);
  });

  it("needs no request after an observation of this head, and makes one if that may be stale", async () => {
    const branch = "factory/looked-at";
    const { number, head } = await openedPull(local, { branch });
    await observe({ branches: [branch] });
    adapter().requests();
    expect(await perform({ ...merge(number, "0".repeat(40)) })).toBe(false);
    expect(adapter().requests()).toHaveLength(1);
    await observe({ branches: [branch] });
    adapter().requests();
    expect(await perform(merge(number, head))).toBe(true);
    expect(adapter().requests()).toEqual([`PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge`]);
    expect(await perform(merge(number, head))).toBe(false);
  });

  it("queries the rules of the base only after GitHub has refused", async () => {
    const askedForRules = () =>
      adapter()
        .requests()
        .filter((request) => request.includes("/rules/branches/"));
    const free = await openedPull(local, { branch: "factory/without-rules" });
    adapter().requests();
    expect(await perform({ ...merge(free.number, free.head), methods: ["merge"] })).toBe(true);
    expect(askedForRules()).toEqual([]);
    const { data } = await rule([{ type: "required_linear_history" }]);
    const bound = await openedPull(local, { branch: "factory/with-rules" });
    adapter().requests();
    expect(await perform({ ...merge(bound.number, bound.head), methods: ["merge", "rebase"] })).toBe(true);
    expect(askedForRules()).toHaveLength(1);
    await unrule(data.id);
  });

  it("gives the reason if no configured method is allowed", async () => {
    const { data } = await rule([{ type: "required_status_checks", parameters: CHECKS }]);
    await allow(true, false, false);
    const { number, head } = await openedPull(local, { branch: "factory/none" });
    expect(await perform({ ...merge(number, head), methods: ["merge"] })).toBe(false);
    const { pulls } = await observe({ branches: ["factory/none"] });
    expect(pulls[0]?.mergeBlockedBy).toBe("the repository allows none of the configured merge methods");
    await allow(true, true, true);
    await unrule(data.id);
  });

  it("waits with GitHub's own reason for a check, and merges when it has passed", async () => {
    const { data } = await rule([{ type: "required_status_checks", parameters: CHECKS }]);
    const { number, head } = await openedPull(local, { branch: "factory/checked" });
    expect((await observe({ branches: ["factory/checked"] })).pulls[0]?.mergeBlockedBy).toBe(
      "a rule of its base branch is not met, such as a required check",
    );
    expect(await perform(merge(number, head))).toBe(false);
    expect((await observe({ branches: ["factory/checked"] })).pulls[0]?.mergeBlockedBy).toBe(
      'Required status check "build" is expected.',
    );
    await admin().repos.createCommitStatus({ ...local.at, sha: head, state: "success", context: "build" });
    expect((await observe({ branches: ["factory/checked"] })).pulls[0]?.mergeBlockedBy).toBeNull();
    expect(await perform(merge(number, head))).toBe(true);
    await unrule(data.id);
  });

  it("waits for a required review, and for one that requests changes", async () => {
    const { data } = await rule([{ type: "pull_request", parameters: parameters(["squash"], 1) }]);
    const { number, head } = await openedPull(local, { branch: "factory/reviewed" });
    const blockedBy = async () => (await observe({ branches: ["factory/reviewed"] })).pulls[0]?.mergeBlockedBy;
    expect(await perform(merge(number, head))).toBe(false);
    expect(await blockedBy()).toBe("a review that the base branch requires is missing");
    const review = { ...local.at, pull_number: number };
    await local.as("write").rest.pulls.createReview({ ...review, event: "REQUEST_CHANGES", body: "no" });
    expect(await blockedBy()).toBe("a reviewer has requested changes");
    await local.as("write").rest.pulls.createReview({ ...review, event: "APPROVE" });
    expect(await blockedBy()).toBeNull();
    expect(await perform(merge(number, head))).toBe(true);
    await unrule(data.id);
  });

  it("reports that the pull request is a draft", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/draft" });
    const bot = await local.bot();
    const { data } = await admin().pulls.get({ ...local.at, pull_number: number });
    await bot.graphql(
      "mutation ($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { clientMutationId } }",
      { id: data.node_id },
    );
    expect(await perform(merge(number, head))).toBe(false);
    expect((await observe({ branches: ["factory/draft"] })).pulls[0]?.mergeBlockedBy).toBe("it is a draft");
    expect(await refusal(admin().pulls.merge({ ...local.at, pull_number: number }))).toMatchObject({ status: 405 });
  });
});

const CHECKS = { required_status_checks: [{ context: "build" }], strict_required_status_checks_policy: false };

function parameters(allowed_merge_methods: string[], required_approving_review_count = 0) {
  return {
    allowed_merge_methods,
    required_approving_review_count,
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_review_thread_resolution: false,
  };
}
