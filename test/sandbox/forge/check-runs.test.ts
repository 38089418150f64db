import type { Octokit } from "@octokit/rest";
import { expect, it } from "vitest";
import { actingAs } from "../../../src/sandbox/forge/context.js";
import { findAccount, findRepository } from "../../../src/sandbox/forge/lookup.js";
import { requestAction } from "../../../src/sandbox/forge/operations/checks/request-check.js";
import { mintJobToken } from "../../../src/sandbox/forge/operations/repository/mint-token.js";
import { annotations } from "../../support/check-run.js";
import { commitOn, refusal, useForge } from "../../support/forge.js";

const local = useForge();
const OUTPUT = { title: "Gates", summary: "two failed" };

async function head(): Promise<string> {
  const { data } = await local.as("admin").rest.git.getRef({ ...local.at, ref: "heads/main" });
  return data.object.sha;
}

function repository() {
  const found = findRepository(local.forge.hub.state, local.at.owner, local.at.repo);
  if (found === undefined) throw new Error("no repository");
  return found;
}

/** As a workflow with `checks: write` is. */
function workflow(): Octokit {
  return local.token(
    mintJobToken(local.forge.hub, { repository: repository(), runId: 1, permissions: { checks: "write" } }),
  );
}

it("the forge takes a run from queued to its conclusion, in one suite per commit and App", async () => {
  const { at } = local;
  const bot = await local.bot();
  const head_sha = await commitOn(bot, at, { branch: "factory/checks", path: "a.txt", text: "a\n" });
  const { data: pull } = await bot.rest.pulls.create({ ...at, title: "A", head: "factory/checks", base: "main" });
  await local.news();
  const { data: run } = await bot.rest.checks.create({
    ...at,
    name: "gates",
    head_sha,
    external_id: "T-1",
    details_url: "https://example.com/1",
  });
  expect(run).toMatchObject({
    status: "queued",
    conclusion: null,
    external_id: "T-1",
    app: { id: local.forge.app.id },
  });
  expect(run.pull_requests.map(({ number }) => number)).toEqual([pull.number]);
  const suite = { ...at, check_suite_id: run.check_suite?.id ?? 0 };
  expect((await bot.rest.checks.getSuite(suite)).data).toMatchObject({
    status: "queued",
    head_branch: "factory/checks",
  });
  await bot.rest.checks.update({ ...at, check_run_id: run.id, status: "in_progress" });
  expect((await bot.rest.checks.getSuite(suite)).data).toMatchObject({ status: "in_progress", conclusion: null });
  const { data: second } = await bot.rest.checks.create({ ...at, name: "lint", head_sha, conclusion: "neutral" });
  expect(second).toMatchObject({ status: "completed", check_suite: { id: run.check_suite?.id } });
  const { data: done } = await bot.rest.checks.update({
    ...at,
    check_run_id: run.id,
    conclusion: "failure",
    output: OUTPUT,
  });
  expect(done).toMatchObject({
    status: "completed",
    conclusion: "failure",
    output: { title: "Gates", summary: "two failed", text: null },
  });
  expect(done.completed_at).not.toBeNull();
  expect((await bot.rest.checks.getSuite(suite)).data).toMatchObject({
    status: "completed",
    conclusion: "failure",
    latest_check_runs_count: 2,
  });
  const news = (await local.news()).map(({ event, payload }) =>
    `${event}.${payload.action} ${payload.check_run?.name ?? ""}`.trim(),
  );
  expect(news).toEqual([
    "check_run.created gates",
    "check_run.created lint",
    "check_run.completed lint",
    "check_run.completed gates",
    "check_suite.completed",
  ]);
});

it("the forge removes the conclusion when a run starts again", async () => {
  const bot = await local.bot();
  const { data: run } = await bot.rest.checks.create({
    ...local.at,
    name: "again",
    head_sha: await head(),
    conclusion: "failure",
  });
  const { data } = await bot.rest.checks.update({ ...local.at, check_run_id: run.id, status: "in_progress" });
  expect(data).toMatchObject({ status: "in_progress", conclusion: null, completed_at: null });
});

it("the forge adds annotations with every update, fifty at a time", async () => {
  const { at } = local;
  const bot = await local.bot();
  const { data: run } = await bot.rest.checks.create({
    ...at,
    name: "notes",
    head_sha: await head(),
    output: { ...OUTPUT, annotations: annotations(50) },
  });
  await bot.rest.checks.update({ ...at, check_run_id: run.id, output: { ...OUTPUT, annotations: annotations(3) } });
  const { data: now } = await bot.rest.checks.get({ ...at, check_run_id: run.id });
  expect(now.output.annotations_count).toBe(53);
  const listed = await bot.paginate(bot.rest.checks.listAnnotations, { ...at, check_run_id: run.id, per_page: 50 });
  expect(listed.map(({ start_line }) => start_line).slice(48)).toEqual([49, 50, 1, 2, 3]);
  expect(listed[0]).toMatchObject({
    path: "README.md",
    annotation_level: "failure",
    message: "line 1 is wrong",
    title: null,
  });
});

const big = (bytes: number) => "x".repeat(bytes);
it.each([
  ["65,535 bytes of summary", 201, { output: { title: "t", summary: big(65_535) } }],
  ["65,536 bytes of summary", 422, { output: { title: "t", summary: big(65_536) } }],
  ["a summary of few characters and too many bytes", 422, { output: { title: "t", summary: "é".repeat(32_768) } }],
  ["65,535 characters of text", 201, { output: { ...OUTPUT, text: "é".repeat(65_535) } }],
  ["65,536 characters of text", 422, { output: { ...OUTPUT, text: big(65_536) } }],
  ["51 annotations", 422, { output: { ...OUTPUT, annotations: annotations(51) } }],
  ["an annotation title of 255", 201, { output: { ...OUTPUT, annotations: annotations(1, { title: big(255) }) } }],
  ["an annotation title of 256", 422, { output: { ...OUTPUT, annotations: annotations(1, { title: big(256) }) } }],
  [
    "an annotation message of 64 KB",
    201,
    { output: { ...OUTPUT, annotations: annotations(1, { message: big(65_536) }) } },
  ],
  [
    "an annotation message over 64 KB",
    422,
    { output: { ...OUTPUT, annotations: annotations(1, { message: big(65_537) }) } },
  ],
  [
    "an annotation that ends before it starts",
    422,
    { output: { ...OUTPUT, annotations: annotations(1, { start_line: 2 }) } },
  ],
  [
    "columns over two lines",
    422,
    { output: { ...OUTPUT, annotations: annotations(1, { end_line: 2, start_column: 1 }) } },
  ],
  [
    "columns within a line",
    201,
    { output: { ...OUTPUT, annotations: annotations(1, { start_column: 1, end_column: 2 }) } },
  ],
  [
    "three actions at their limits",
    201,
    { actions: Array(3).fill({ label: big(20), description: big(40), identifier: big(20) }) },
  ],
  ["four actions", 422, { actions: Array(4).fill({ label: "a", description: "b", identifier: "c" }) }],
  ["a label of 21", 422, { actions: [{ label: big(21), description: "b", identifier: "c" }] }],
  ["a description of 41", 422, { actions: [{ label: "a", description: big(41), identifier: "c" }] }],
  ["an identifier of 21", 422, { actions: [{ label: "a", description: "b", identifier: big(21) }] }],
  ["completed without a conclusion", 422, { status: "completed" }],
  ["an output without a title", 422, { output: { summary: "s" } }],
  ["a conclusion only GitHub may give", 422, { conclusion: "stale" }],
  ["a details_url that is no address", 422, { details_url: "ftp://example.com" }],
])("the forge answers %s with %i", async (_what, status, body) => {
  const bot = await local.bot();
  const answer = await bot
    .request("POST /repos/{owner}/{repo}/check-runs", {
      ...local.at,
      name: "limits",
      head_sha: await head(),
      ...body,
    } as never)
    .catch((error: { status: number }) => error);
  expect(answer.status).toBe(status);
});

it("the forge refuses a commit that does not exist, and a branch in its place", async () => {
  const bot = await local.bot();
  for (const head_sha of ["0".repeat(40), "main"]) {
    const call = bot.rest.checks.create({ ...local.at, name: "x", head_sha });
    expect(await refusal(call)).toEqual({ status: 422, message: `No commit found for SHA: ${head_sha}` });
  }
});

it("the forge lets only Apps make check runs, and only the App that made one change it", async () => {
  const { at } = local;
  const head_sha = await head();
  expect(await refusal(local.as("admin").rest.checks.create({ ...at, name: "x", head_sha }))).toEqual({
    status: 403,
    message: "You must authenticate via a GitHub App.",
  });
  const bot = await local.bot();
  const { data: run } = await workflow().rest.checks.create({ ...at, name: "gates", head_sha, conclusion: "success" });
  expect(run.app).toMatchObject({ slug: "github-actions" });
  const { status, message } = await refusal(
    bot.rest.checks.update({ ...at, check_run_id: run.id, conclusion: "failure" }),
  );
  expect(status).toBe(403);
  expect(message).toContain("can only be modified by the GitHub App that created it");
  const reader = await local.bot({ permissions: { checks: "read" } });
  expect((await refusal(reader.rest.checks.create({ ...at, name: "x", head_sha }))).status).toBe(403);
});

it("the forge lists by commit and suite: App, name, status, and the latest of each name unless all are wanted", async () => {
  const { at } = local;
  const bot = await local.bot();
  const ref = await commitOn(bot, at, { branch: "factory/list", path: "l.txt", text: "l\n" });
  const make = (name: string, extra = {}) => bot.rest.checks.create({ ...at, name, head_sha: ref, ...extra });
  const first = await make("gates", { conclusion: "failure" });
  const second = await make("gates");
  await make("lint");
  await workflow().rest.checks.create({ ...at, name: "gates", head_sha: ref, conclusion: "success" });
  const list = async (filter: object) => {
    const { data } = await bot.rest.checks.listForRef({ ...at, ref, ...filter });
    expect(data.total_count).toBe(data.check_runs.length);
    return data.check_runs.map(({ name, app, status }) => `${name} ${app?.slug} ${status}`);
  };
  expect(await list({})).toEqual([
    "gates github-actions completed",
    "lint software-factory queued",
    "gates software-factory queued",
  ]);
  expect(await list({ filter: "all" })).toHaveLength(4);
  expect(await list({ app_id: local.forge.app.id, check_name: "gates" })).toEqual(["gates software-factory queued"]);
  expect(await list({ status: "completed" })).toEqual(["gates github-actions completed"]);
  const suite = { ...at, check_suite_id: first.data.check_suite?.id ?? 0 };
  const { data: ofSuite } = await bot.rest.checks.listForSuite({ ...suite, check_name: "gates" });
  expect(ofSuite.check_runs.map(({ id }) => id)).toEqual([second.data.id]);
  const { data: suites } = await bot.rest.checks.listSuitesForRef({ ...at, ref });
  expect(suites.total_count).toBe(2);
  const { data: mine } = await bot.rest.checks.listSuitesForRef({
    ...at,
    ref,
    app_id: local.forge.app.id,
    check_name: "lint",
  });
  expect(mine.check_suites.map(({ id }) => id)).toEqual([suite.check_suite_id]);
});

it("the forge tells the App that made it when a run or a suite is asked for again, or a button pressed, and nobody else", async () => {
  const { at } = local;
  const bot = await local.bot();
  const head_sha = await commitOn(bot, at, { branch: "factory/again", path: "g.txt", text: "g\n" });
  const actions = [{ label: "Fix", description: "Fix it", identifier: "fix" }];
  const { data: run } = await bot.rest.checks.create({
    ...at,
    name: "gates",
    head_sha,
    conclusion: "failure",
    actions,
  });
  const { data: foreign } = await workflow().rest.checks.create({
    ...at,
    name: "other",
    head_sha,
    conclusion: "failure",
  });
  await local.news();
  const admin = local.as("admin");
  await admin.rest.checks.rerequestRun({ ...at, check_run_id: run.id });
  await admin.rest.checks.rerequestRun({ ...at, check_run_id: foreign.id });
  const suite = { ...at, check_suite_id: run.check_suite?.id ?? 0 };
  expect((await bot.rest.checks.getSuite(suite)).data).toMatchObject({ status: "queued", conclusion: null });
  expect((await bot.rest.checks.get({ ...at, check_run_id: run.id })).data.conclusion).toBe("failure");
  await admin.rest.checks.rerequestSuite(suite);
  const { hub } = local.forge;
  const user = findAccount(hub.state, "admin");
  const record = repository().checkRuns.get(run.id);
  if (user === undefined || record === undefined) throw new Error("no admin or no run");
  const press = (identifier: string) =>
    requestAction(hub, actingAs({ kind: "user", user, scopes: [] }, Promise.resolve()), {
      repository: repository(),
      run: record,
      identifier,
    });
  await press("fix");
  await expect(press("unknown")).rejects.toMatchObject({ status: 404 });
  const news = await local.news();
  expect(news.map(({ event, payload }) => [event, payload.action, payload.check_run?.id])).toEqual([
    ["check_run", "rerequested", run.id],
    ["check_suite", "rerequested", undefined],
    ["check_run", "requested_action", run.id],
  ]);
  expect(news.at(-1)?.payload.requested_action).toEqual({ identifier: "fix" });
  expect((await refusal(local.as("read").rest.checks.rerequestRun({ ...at, check_run_id: run.id }))).status).toBe(403);
});

it.each([
  ["success", undefined],
  ["neutral", undefined],
  ["skipped", undefined],
  ["failure", 405],
  ["cancelled", 405],
  ["timed_out", 405],
  ["action_required", 405],
] as const)("the forge meets a required check by %s, or refuses the merge", async (conclusion, refused) => {
  const { at } = local;
  const admin = local.as("admin");
  const bot = await local.bot();
  const base = `base-${conclusion}`;
  await commitOn(admin, at, { branch: base, path: "base.txt", text: "b\n" });
  await admin.rest.repos.updateBranchProtection({
    ...at,
    branch: base,
    required_status_checks: { strict: false, contexts: [], checks: [{ context: "gates", app_id: local.forge.app.id }] },
    enforce_admins: true,
    required_pull_request_reviews: null,
    restrictions: null,
  });
  const branch = `factory/${conclusion}`;
  const sha = await commitOn(bot, at, { branch, from: base, path: "n.txt", text: `${conclusion}\n` });
  const { data: pull } = await bot.rest.pulls.create({ ...at, title: "N", head: branch, base });
  // Any workflow can make a check run of this name: it does not count (decisions.md#github-actions).
  await workflow().rest.checks.create({ ...at, name: "gates", head_sha: sha, conclusion: "success" });
  const merge = () => bot.rest.pulls.merge({ ...at, pull_number: pull.number, sha });
  expect((await refusal(merge())).status).toBe(405);
  await bot.rest.checks.create({ ...at, name: "gates", head_sha: sha, conclusion });
  if (refused === undefined) expect((await merge()).data.merged).toBe(true);
  else expect((await refusal(merge())).status).toBe(refused);
});
