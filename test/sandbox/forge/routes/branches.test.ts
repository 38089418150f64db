import { beforeAll, describe, expect, it } from "vitest";
import { commitOn, refusal, useForge } from "../../../support/forge.js";

const local = useForge();
type Protection = Parameters<ReturnType<typeof local.as>["rest"]["repos"]["updateBranchProtection"]>[0];
const bare = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null,
};
const protect = (branch: string, more: Partial<Protection> = {}) =>
  local.as("admin").rest.repos.updateBranchProtection({ ...local.at, branch, ...bare, ...more } as Protection);

const push = (branch: string, text: string) =>
  local.bot().then((bot) => commitOn(bot, local.at, { branch, path: "file.txt", text }));

async function pullInto(base: string, from: string) {
  const bot = await local.bot();
  const sha = await commitOn(bot, local.at, { branch: from, path: `${from}.txt`, text: from, from: base });
  const { data } = await bot.rest.pulls.create({ ...local.at, title: from, head: from, base });
  return { ...local.at, pull_number: data.number, sha };
}

beforeAll(async () => {
  for (const branch of ["reviewed", "checked", "locked", "linear", "ruled", "queued", "restricted", "a/b"]) {
    await commitOn(local.as("admin"), local.at, { branch, path: `${branch}.md`, text: branch });
  }
});

describe("branches", () => {
  it("are listed, shown, renamed", async () => {
    const admin = local.as("admin");
    const all = await admin.paginate(admin.rest.repos.listBranches, { ...local.at, per_page: 3 });
    expect(all.map(({ name }) => name)).toEqual([
      "a/b",
      "checked",
      "linear",
      "locked",
      "main",
      "queued",
      "restricted",
      "reviewed",
      "ruled",
    ]);
    const { data } = await admin.rest.repos.getBranch({ ...local.at, branch: "a/b" });
    expect(data).toMatchObject({ name: "a/b", protected: false });
    const gone = admin.rest.repos.getBranch({ ...local.at, branch: "a/c" });
    expect(await refusal(gone)).toEqual({ status: 404, message: "Branch not found" });
  });
});

describe("a protected branch", () => {
  it("shows what it demands, to administrators, and stops when it is unprotected", async () => {
    await protect("locked", {
      required_status_checks: { strict: true, contexts: ["ci"] },
      required_pull_request_reviews: { required_approving_review_count: 2, dismiss_stale_reviews: true },
      restrictions: { users: ["writer"], teams: [], apps: ["software-factory"] },
      enforce_admins: true,
    });
    const admin = local.as("admin");
    const at = { ...local.at, branch: "locked" };
    expect((await admin.rest.repos.getBranchProtection(at)).data).toMatchObject({
      required_status_checks: { strict: true, contexts: ["ci"], checks: [{ context: "ci", app_id: null }] },
      required_pull_request_reviews: { required_approving_review_count: 2, dismiss_stale_reviews: true },
      restrictions: { users: [{ login: "writer" }], apps: [{ slug: "software-factory" }] },
      enforce_admins: { enabled: true },
    });
    expect((await admin.rest.repos.getStatusChecksProtection(at)).data.contexts).toEqual(["ci"]);
    expect((await admin.rest.repos.getAdminBranchProtection(at)).data.enabled).toBe(true);
    const { data: reviews } = await admin.rest.repos.getPullRequestReviewProtection(at);
    expect(reviews.required_approving_review_count).toBe(2);
    expect((await admin.rest.repos.getBranch(at)).data.protected).toBe(true);
    expect(
      (await admin.rest.repos.listBranches({ ...local.at, protected: true })).data.map(({ name }) => name),
    ).toEqual(["locked"]);
    expect(await refusal(local.as("write").rest.repos.getBranchProtection(at))).toMatchObject({ status: 403 });
    expect(
      await refusal((await local.bot({ permissions: { contents: "write" } })).rest.repos.getBranchProtection(at)),
    ).toMatchObject({ status: 403 });
    await admin.rest.repos.deleteBranchProtection(at);
    expect(await refusal(admin.rest.repos.getBranchProtection(at))).toEqual({
      status: 404,
      message: "Branch not protected",
    });
    expect(await refusal(protect("nowhere"))).toEqual({ status: 404, message: "Branch not found" });
  });

  it("takes changes through a reviewed pull request only", async () => {
    await protect("reviewed", { required_pull_request_reviews: { required_approving_review_count: 1 } });
    expect(await refusal(push("reviewed", "direct"))).toEqual({
      status: 422,
      message: "Protected branch update failed: Changes must be made through a pull request.",
    });
    const { sha, ...pull } = await pullInto("reviewed", "topic");
    const bot = await local.bot();
    const state = async () => (await bot.rest.pulls.get(pull)).data.mergeable_state;
    expect(await state()).toBe("blocked");
    const unreviewed = {
      status: 405,
      message: "At least 1 approving review is required by reviewers with write access.",
    };
    expect(await refusal(bot.rest.pulls.merge({ ...pull, sha }))).toEqual(unreviewed);
    await local.as("read").rest.pulls.createReview({ ...pull, event: "APPROVE" });
    expect(await refusal(bot.rest.pulls.merge({ ...pull, sha }))).toEqual(unreviewed);
    await local.as("write").rest.pulls.createReview({ ...pull, event: "REQUEST_CHANGES", body: "no" });
    expect(await refusal(bot.rest.pulls.merge({ ...pull, sha }))).toEqual({
      status: 405,
      message: "Changes have been requested.",
    });
    await local.as("write").rest.pulls.createReview({ ...pull, event: "APPROVE" });
    expect(await state()).toBe("clean");
    expect((await bot.rest.pulls.merge({ ...pull, sha })).data.merged).toBe(true);
  });

  it("forgets approvals of what was pushed over, when it says so", async () => {
    await protect("reviewed", { required_pull_request_reviews: { dismiss_stale_reviews: true } });
    const { sha: _sha, ...pull } = await pullInto("reviewed", "stale-approval");
    await local.as("write").rest.pulls.createReview({ ...pull, event: "APPROVE" });
    await local.news();
    const sha = await commitOn(await local.bot(), local.at, {
      branch: "stale-approval",
      path: "more.txt",
      text: "more",
    });
    expect((await local.as("read").rest.pulls.listReviews(pull)).data.map(({ state }) => state)).toEqual(["DISMISSED"]);
    expect((await local.news()).map(({ event, payload }) => `${event}.${payload.action}`).slice(-2)).toEqual([
      "pull_request.synchronize",
      "pull_request_review.dismissed",
    ]);
    expect(await refusal((await local.bot()).rest.pulls.merge({ ...pull, sha }))).toMatchObject({ status: 405 });
    await protect("reviewed", { required_pull_request_reviews: {} });
  });

  it("bends for administrators unless they are included, and for those it lets by", async () => {
    const admin = local.as("admin");
    await commitOn(admin, local.at, { branch: "reviewed", path: "by-admin.txt", text: "allowed" });
    await protect("reviewed", { required_pull_request_reviews: {}, enforce_admins: true });
    const change = { branch: "reviewed", path: "by-admin.txt", text: "refused" };
    expect(await refusal(commitOn(admin, local.at, change))).toMatchObject({ status: 422 });
    await protect("reviewed", {
      required_pull_request_reviews: { bypass_pull_request_allowances: { apps: ["software-factory"], users: [] } },
      enforce_admins: true,
    });
    await push("reviewed", "the App may");
    expect(await refusal(commitOn(local.as("write"), local.at, change))).toMatchObject({ status: 422 });
  });

  it("waits for its checks, on the newest base when they are strict", async () => {
    await protect("checked", { required_status_checks: { strict: true, contexts: ["ci"] } });
    const { sha, ...pull } = await pullInto("checked", "unchecked");
    const bot = await local.bot();
    const expected = { status: 405, message: 'Required status check "ci" is expected.' };
    expect(await refusal(bot.rest.pulls.merge({ ...pull, sha }))).toEqual(expected);
    const report = (state: "pending" | "success" | "failure") =>
      bot.rest.repos.createCommitStatus({ ...local.at, sha, state, context: "ci", description: state });
    await report("pending");
    await report("failure");
    expect(await refusal(bot.rest.pulls.merge({ ...pull, sha }))).toEqual(expected);
    await report("success");
    await local.as("admin").rest.repos.merge({ ...local.at, base: "checked", head: "locked" });
    const stale = { status: 405, message: "Head branch is out of date. Review and try the merge again." };
    expect(await refusal(bot.rest.pulls.merge({ ...pull, sha }))).toEqual(stale);
    expect((await bot.rest.pulls.get(pull)).data.mergeable_state).toBe("behind");
    await protect("checked", { required_status_checks: { strict: false, contexts: ["ci"] } });
    expect((await bot.rest.pulls.merge({ ...pull, sha })).data.merged).toBe(true);
    const { data: combined } = await bot.rest.repos.getCombinedStatusForRef({ ...local.at, ref: sha });
    expect(combined).toMatchObject({ state: "success", total_count: 1 });
    expect(
      (await bot.rest.repos.listCommitStatusesForRef({ ...local.at, ref: sha })).data.map(({ state }) => state),
    ).toEqual(["success", "failure", "pending"]);
    expect(await refusal(push("checked", "unchecked push"))).toMatchObject({ status: 422 });
  });

  it("is neither forced nor deleted", async () => {
    await protect("linear");
    const admin = local.as("admin");
    const bot = await local.bot();
    const { data: main } = await admin.rest.git.getRef({ ...local.at, ref: "heads/main" });
    const branch = { ...local.at, ref: "heads/linear" };
    const force = { ...branch, sha: main.object.sha, force: true };
    expect(await refusal(bot.rest.git.updateRef(force))).toMatchObject({
      status: 422,
      message: expect.stringContaining("force-push"),
    });
    expect(await refusal(bot.rest.git.deleteRef(branch))).toMatchObject({
      status: 422,
      message: expect.stringContaining("delete"),
    });
    await protect("linear", { allow_force_pushes: true, allow_deletions: true });
    await bot.rest.git.updateRef(force);
    await bot.rest.git.deleteRef(branch);
  });

  it("that is restricted or locked takes pushes from the named only", async () => {
    await protect("restricted", { restrictions: { users: ["writer"], teams: [], apps: [] } });
    await commitOn(local.as("write"), local.at, { branch: "restricted", path: "x", text: "named" });
    expect(await refusal(push("restricted", "unnamed"))).toMatchObject({
      status: 422,
      message: expect.stringContaining("not authorized"),
    });
    await protect("restricted", { lock_branch: true });
    expect(await refusal(push("restricted", "locked"))).toMatchObject({ status: 422 });
  });

  it("with linear history takes no merge commits; unresolved conversations hold a merge up", async () => {
    await protect("a/b", {
      required_linear_history: true,
      required_pull_request_reviews: { required_approving_review_count: 0 },
      required_conversation_resolution: true,
    });
    const { sha, ...pull } = await pullInto("a/b", "talk");
    const bot = await local.bot();
    const merge = (merge_method: "merge" | "squash") => bot.rest.pulls.merge({ ...pull, sha, merge_method });
    expect(await refusal(merge("merge"))).toEqual({
      status: 405,
      message: "This branch must not contain merge commits.",
    });
    const { data: comment } = await local
      .as("write")
      .rest.pulls.createReviewComment({ ...pull, commit_id: sha, path: "talk.txt", line: 1, body: "?" });
    expect(await refusal(merge("squash"))).toEqual({ status: 405, message: "All comments must be resolved." });
    const record = [...local.forge.hub.state.repositories.values()][0]?.reviewComments.get(comment.id);
    if (record !== undefined) record.resolvedById = 1;
    expect((await merge("squash")).data.merged).toBe(true);
  });
});

describe("rulesets", () => {
  const ruleset = (name: string, more: object) => ({
    ...local.at,
    name,
    enforcement: "active" as const,
    target: "branch" as const,
    conditions: { ref_name: { include: [`refs/heads/${name}`], exclude: [] } },
    ...more,
  });
  const parameters = {
    required_approving_review_count: 0,
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_review_thread_resolution: false,
    allowed_merge_methods: ["squash" as const],
  };

  it("show and enforce their rules on the branches they name, and let bypassers by", async () => {
    const admin = local.as("admin");
    const rules = [{ type: "deletion" as const }, { type: "pull_request" as const, parameters }];
    const { data: made } = await admin.rest.repos.createRepoRuleset(ruleset("ruled", { rules }));
    const { data: shown } = await local.as("read").rest.repos.getBranchRules({ ...local.at, branch: "ruled" });
    expect(shown.map(({ type, ruleset_id }) => [type, ruleset_id])).toEqual([
      ["deletion", made.id],
      ["pull_request", made.id],
    ]);
    expect((await admin.rest.repos.getBranchRules({ ...local.at, branch: "main" })).data).toEqual([]);
    const bot = await local.bot();
    expect(await refusal(push("ruled", "direct"))).toMatchObject({ status: 422 });
    expect(await refusal(bot.rest.git.deleteRef({ ...local.at, ref: "heads/ruled" }))).toMatchObject({ status: 422 });
    const { sha, ...pull } = await pullInto("ruled", "by-rule");
    expect(await refusal(bot.rest.pulls.merge({ ...pull, sha, merge_method: "rebase" }))).toMatchObject({
      status: 405,
    });
    expect((await bot.rest.pulls.merge({ ...pull, sha, merge_method: "squash" })).data.merged).toBe(true);
    const bypass_actors = [
      { actor_id: local.forge.app.id, actor_type: "Integration" as const, bypass_mode: "always" as const },
    ];
    await admin.rest.repos.updateRepoRuleset({ ...local.at, ruleset_id: made.id, bypass_actors });
    await push("ruled", "let by");
    const direct = { branch: "ruled", path: "x", text: "x" };
    expect(await refusal(commitOn(admin, local.at, direct))).toMatchObject({ status: 422 });
    const admins = [{ actor_id: 5, actor_type: "RepositoryRole" as const, bypass_mode: "always" as const }];
    await admin.rest.repos.updateRepoRuleset({ ...local.at, ruleset_id: made.id, bypass_actors: admins });
    await commitOn(admin, local.at, direct);
    await admin.rest.repos.updateRepoRuleset({ ...local.at, ruleset_id: made.id, enforcement: "disabled" });
    await push("ruled", "nobody minds");
    expect((await admin.rest.repos.getRepoRulesets(local.at)).data).toHaveLength(1);
    expect((await admin.rest.repos.getRepoRuleset({ ...local.at, ruleset_id: made.id })).data.enforcement).toBe(
      "disabled",
    );
    await admin.rest.repos.deleteRepoRuleset({ ...local.at, ruleset_id: made.id });
    expect(await refusal(admin.rest.repos.getRepoRuleset({ ...local.at, ruleset_id: made.id }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(local.as("write").rest.repos.createRepoRuleset(ruleset("x", {})))).toMatchObject({
      status: 403,
    });
  });

  it("with a merge queue answer the merge API with 405", async () => {
    const admin = local.as("admin");
    const queue = {
      check_response_timeout_minutes: 5,
      grouping_strategy: "ALLGREEN" as const,
      max_entries_to_build: 1,
      max_entries_to_merge: 1,
      merge_method: "SQUASH" as const,
      min_entries_to_merge: 1,
      min_entries_to_merge_wait_minutes: 1,
    };
    await admin.rest.repos.createRepoRuleset(
      ruleset("queued", { rules: [{ type: "merge_queue", parameters: queue }] }),
    );
    const { sha, ...pull } = await pullInto("queued", "waiting");
    const call = (await local.bot()).rest.pulls.merge({ ...pull, sha });
    expect(await refusal(call)).toEqual({ status: 405, message: "Changes must be made through the merge queue" });
  });

  it.each([
    ["~ALL", "anything", true],
    ["~DEFAULT_BRANCH", "main", true],
    ["~DEFAULT_BRANCH", "other", false],
    ["refs/heads/release/*", "release/1", true],
    ["refs/heads/release/*", "release/1/2", false],
    ["refs/heads/release/**", "release/1/2", true],
  ])("that include %s hold for %s: %s", async (include, branch, holds) => {
    const admin = local.as("admin");
    const conditions = { ref_name: { include: [include], exclude: [] } };
    const { data } = await admin.rest.repos.createRepoRuleset(
      ruleset("pattern", { conditions, rules: [{ type: "non_fast_forward" }] }),
    );
    const { data: rules } = await admin.rest.repos.getBranchRules({ ...local.at, branch });
    expect(rules.some(({ ruleset_id }) => ruleset_id === data.id)).toBe(holds);
    await admin.rest.repos.deleteRepoRuleset({ ...local.at, ruleset_id: data.id });
  });
});
