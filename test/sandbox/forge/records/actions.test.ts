import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { performOnRunner } from "../../../../src/sandbox/perform-on-runner.js";
import { runningProcesses, startEnvironment } from "../../../../src/sandbox/runner/process/process-table.js";
import { dispatch, script, untilRun } from "../../../support/dispatch.js";
import { commitOn, refusal, useForge } from "../../../support/forge.js";

const GATES = `name: Gates
run-name: gates \${{ inputs.nonce }}
on:
  workflow_dispatch:
    inputs:
      nonce: { required: true, type: string }
permissions:
  contents: read
jobs:
  test:
    name: Test it
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Write the report
        run: |
          mkdir out && cat README.md > out/report.txt
          echo "nonce \${{ inputs.nonce }} token \${{ github.token }}"
          echo "::error file=README.md,line=1,title=Bad::a bad line"
      - name: Ask the API
        env: { TOKEN: "\${{ github.token }}" }
        run: |
          node --input-type=module -e '
            const { GITHUB_API_URL, GITHUB_REPOSITORY, TOKEN } = process.env;
            for (const path of ["contents/README.md", "issues"]) {
              const headers = { authorization: "Bearer " + TOKEN };
              const { status } = await fetch([GITHUB_API_URL, "repos", GITHUB_REPOSITORY, path].join("/"), { headers });
              console.log(path, status);
            }'
      - uses: actions/upload-artifact@v4
        with: { name: report, path: out, retention-days: 5 }
`;
const SLOW = script("echo started\nsleep 300.25");

const local = useForge({
  private: true,
  performRun: performOnRunner({ machine: { graceMs: 300 } }),
  files: {
    "README.md": "# Product\n",
    ".github/workflows/gates.yml": GATES,
    ".github/workflows/slow.yml": SLOW,
    ".github/workflows/fail.yml": script("exit 3"),
    ".github/workflows/matrix.yml": script("true").replace(
      "    runs-on",
      "    strategy: { matrix: { a: [1] } }\n    runs-on",
    ),
    ".github/workflows/uses.yml": script("true").replace(
      "- run: |\n          true",
      "- uses: acme/product/act@main\n        with: { word: hello }",
    ),
    "act/action.yml": "name: act\ninputs: { word: {} }\nruns: { using: node20, main: index.js }\n",
    "act/index.js": "console.log('the action says ' + process.env.INPUT_WORD);\n",
  },
});
/** Processes that steps of this forge's runs have started. */
const leftProcesses = () =>
  (runningProcesses() ?? []).filter(({ pid }) =>
    startEnvironment(pid).includes(`GITHUB_SERVER_URL=${local.forge.url}`),
  );

it("the forge runs a dispatched workflow on a real checkout, tells the App, and serves jobs, logs and artifact", async () => {
  const { at } = local;
  const bot = await local.bot();
  await local.news();
  const run_id = await dispatch(bot, at, { file: "gates.yml", inputs: { nonce: "n-1" } });
  const news = await local.news();
  const { data: run } = await bot.rest.actions.getWorkflowRun({ ...at, run_id });
  expect(run).toMatchObject({ status: "completed", conclusion: "success", display_title: "gates n-1" });
  expect(news.map(({ event, payload }) => [event, payload.action].filter(Boolean).join("."))).toEqual([
    "workflow_dispatch",
    "workflow_run.requested",
    "check_run.created",
    "workflow_job.queued",
    "workflow_run.in_progress",
    "workflow_job.in_progress",
    "check_run.completed",
    "check_suite.completed",
    "workflow_job.completed",
    "workflow_run.completed",
  ]);
  expect(news.at(-1)?.payload.workflow_run).toMatchObject({
    id: run_id,
    conclusion: "success",
    display_title: "gates n-1",
  });

  const {
    data: {
      jobs: [job],
    },
  } = await bot.rest.actions.listJobsForWorkflowRun({ ...at, run_id });
  expect(job).toMatchObject({ name: "Test it", conclusion: "success", run_attempt: 1, workflow_name: "Gates" });
  expect(job?.steps?.map(({ name, conclusion }) => `${name} ${conclusion}`)).toEqual([
    "Set up job success",
    "Run actions/checkout@v4 success",
    "Write the report success",
    "Ask the API success",
    "Run actions/upload-artifact@v4 success",
    "Complete job success",
  ]);
  const { data: check } = await bot.rest.checks.get({ ...at, check_run_id: job?.id ?? 0 });
  expect(check).toMatchObject({ name: "Test it", conclusion: "success", app: { slug: "github-actions" } });
  const { data: notes } = await bot.rest.checks.listAnnotations({ ...at, check_run_id: job?.id ?? 0 });
  expect(notes).toContainEqual(
    expect.objectContaining({ path: "README.md", title: "Bad", message: "a bad line", annotation_level: "failure" }),
  );

  const { data: log } = await bot.rest.actions.downloadJobLogsForWorkflowRun({ ...at, job_id: job?.id ?? 0 });
  expect(log).toMatch(/^\d{4}-\d\d-\d\dT\S+ nonce n-1 token \*\*\*$/m);
  // The token is the job's permissions and no more: contents, but not issues.
  expect(log).toMatch(/contents\/README.md 200\n.* issues 403/);
  const logs = await bot.rest.actions.downloadWorkflowRunLogs({ ...at, run_id });
  expect(Object.keys(unzipSync(new Uint8Array(logs.data as ArrayBuffer)))).toEqual(
    expect.arrayContaining(["0_Test it.txt", "Test it/3_Write the report.txt"]),
  );

  const {
    data: {
      artifacts: [artifact],
    },
  } = await bot.rest.actions.listWorkflowRunArtifacts({ ...at, run_id });
  const zip = await bot.rest.actions.downloadArtifact({ ...at, artifact_id: artifact?.id ?? 0, archive_format: "zip" });
  const bytes = new Uint8Array(zip.data as ArrayBuffer);
  expect(Buffer.from(unzipSync(bytes)["report.txt"] ?? []).toString()).toBe("# Product\n");
  expect(artifact).toMatchObject({
    name: "report",
    expired: false,
    size_in_bytes: bytes.length,
    digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    workflow_run: { id: run_id, head_branch: "main" },
  });
  const days = (Date.parse(artifact?.expires_at ?? "") - Date.parse(artifact?.created_at ?? "")) / 86_400_000;
  expect(days).toBe(5);
  await bot.rest.actions.deleteArtifact({ ...at, artifact_id: artifact?.id ?? 0 });
  expect((await refusal(bot.rest.actions.getArtifact({ ...at, artifact_id: artifact?.id ?? 0 }))).status).toBe(404);
  expect((await bot.rest.actions.listWorkflowRunArtifacts({ ...at, run_id })).data.total_count).toBe(0);
});

it("the forge leaves no token of a job behind", () => {
  const kinds = [...local.forge.hub.state.tokens.values()].map(({ kind }) => kind);
  expect(kinds).not.toContain("job");
});

it("the forge runs an action of the forge's own repositories", async () => {
  const { at } = local;
  const bot = await local.bot();
  const run_id = await dispatch(bot, at, { file: "uses.yml" });
  await local.forge.idle();
  const {
    data: {
      jobs: [job],
    },
  } = await bot.rest.actions.listJobsForWorkflowRun({ ...at, run_id });
  const { data: log } = await bot.rest.actions.downloadJobLogsForWorkflowRun({ ...at, job_id: job?.id ?? 0 });
  expect(log).toContain("the action says hello");
});

it("the forge fails a run by its step, keeps it, and runs it again as another attempt", async () => {
  const { at } = local;
  const bot = await local.bot();
  const run_id = await dispatch(bot, at, { file: "fail.yml" });
  await local.forge.idle();
  expect((await bot.rest.actions.getWorkflowRun({ ...at, run_id })).data).toMatchObject({
    conclusion: "failure",
    run_attempt: 1,
  });
  await local.as("write").rest.actions.reRunWorkflow({ ...at, run_id });
  await local.forge.idle();
  const { data: run } = await bot.rest.actions.getWorkflowRun({ ...at, run_id });
  expect(run).toMatchObject({
    run_attempt: 2,
    conclusion: "failure",
    actor: { login: "software-factory[bot]" },
    triggering_actor: { login: "writer" },
  });
  const { data: first } = await bot.rest.actions.getWorkflowRunAttempt({ ...at, run_id, attempt_number: 1 });
  expect(first).toMatchObject({ run_attempt: 1, triggering_actor: { login: "software-factory[bot]" } });
  const attempts = async (filter: "latest" | "all") =>
    (await bot.rest.actions.listJobsForWorkflowRun({ ...at, run_id, filter })).data.jobs.map(
      ({ run_attempt }) => run_attempt,
    );
  expect(await attempts("latest")).toEqual([2]);
  expect(await attempts("all")).toEqual([1, 2]);
  expect(
    (await bot.rest.actions.listJobsForWorkflowRunAttempt({ ...at, run_id, attempt_number: 1 })).data.total_count,
  ).toBe(1);
  expect((await refusal(bot.rest.actions.getWorkflowRunAttempt({ ...at, run_id, attempt_number: 3 }))).status).toBe(
    404,
  );
});

it("the forge fails a run whose file the runner does not support, and says by which line", async () => {
  const { at } = local;
  const bot = await local.bot();
  const run_id = await dispatch(bot, at, { file: "matrix.yml" });
  await local.forge.idle();
  expect((await bot.rest.actions.getWorkflowRun({ ...at, run_id })).data.conclusion).toBe("startup_failure");
  const logs = await bot.rest.actions.downloadWorkflowRunLogs({ ...at, run_id });
  const text = Buffer.from(unzipSync(new Uint8Array(logs.data as ArrayBuffer))["run.txt"] ?? []).toString();
  expect(text).toMatch(/matrix\.yml:\d+: jobs\.job\.strategy/);
  expect(local.log.some((line) => line.includes("matrix.yml"))).toBe(true);
  const { data: run } = await bot.rest.actions.getWorkflowRun({ ...at, run_id });
  const suite = await bot.rest.checks.getSuite({ ...at, check_suite_id: run.check_suite_id ?? 0 });
  expect(suite.data).toMatchObject({ status: "completed", conclusion: "failure" });
});

it("the forge cancels a run with every process of it, once", async () => {
  const { at } = local;
  const bot = await local.bot();
  const run_id = await dispatch(bot, at, { file: "slow.yml" });
  await untilRun(bot, at, run_id, "in_progress");
  await expect.poll(() => leftProcesses().length).toBeGreaterThan(0);
  expect((await refusal(bot.rest.actions.reRunWorkflow({ ...at, run_id }))).status).toBe(403);
  expect((await bot.rest.actions.cancelWorkflowRun({ ...at, run_id })).status).toBe(202);
  await local.forge.idle();
  expect((await bot.rest.actions.getWorkflowRun({ ...at, run_id })).data.conclusion).toBe("cancelled");
  expect(leftProcesses()).toEqual([]);
  expect((await refusal(bot.rest.actions.cancelWorkflowRun({ ...at, run_id }))).status).toBe(409);
});

it("the forge performs two runs at once, lets the third wait, and cancels one that waits", async () => {
  const { at } = local;
  const bot = await local.bot();
  const [first = 0, second = 0, third = 0] = [
    await dispatch(bot, at, { file: "slow.yml" }),
    await dispatch(bot, at, { file: "slow.yml" }),
    await dispatch(bot, at, { file: "slow.yml" }),
  ];
  await untilRun(bot, at, first, "in_progress");
  await untilRun(bot, at, second, "in_progress");
  expect((await bot.rest.actions.getWorkflowRun({ ...at, run_id: third })).data.status).toBe("queued");
  await bot.rest.actions.cancelWorkflowRun({ ...at, run_id: third });
  await untilRun(bot, at, third, "completed");
  for (const run_id of [first, second]) await bot.rest.actions.cancelWorkflowRun({ ...at, run_id });
  await local.forge.idle();
  const { data } = await bot.rest.actions.listJobsForWorkflowRun({ ...at, run_id: third });
  expect(data.total_count).toBe(0);
});

it("the forge serves no artifact to strangers, and none at a forged address", async () => {
  const { at } = local;
  const bot = await local.bot();
  const run_id = await dispatch(bot, at, { file: "gates.yml", inputs: { nonce: "n-2" } });
  await local.forge.idle();
  const {
    data: {
      artifacts: [artifact],
    },
  } = await bot.rest.actions.listWorkflowRunArtifacts({ ...at, run_id });
  const url = artifact?.archive_download_url ?? "";
  const address = async (token: string) => {
    const answer = await fetch(url, { redirect: "manual", headers: { authorization: `token ${token}` } });
    return { status: answer.status, location: answer.headers.get("location") ?? "" };
  };
  expect((await address(local.forge.users.stranger.token)).status).toBe(404);
  const { status, location } = await address(local.forge.users.read.token);
  expect(status).toBe(302);
  expect((await fetch(location)).status).toBe(200);
  expect((await fetch(location.replace(/expires=\d+/, "expires=99999999999999"))).status).toBe(403);
  expect((await fetch(location.replace(/signature=\w/, "signature=z"))).status).toBe(403);
});

it("the forge does not let a commit on a branch change what the default branch's dispatch runs", async () => {
  const { at } = local;
  const bot = await local.bot();
  await commitOn(bot, at, { branch: "evil", path: ".github/workflows/fail.yml", text: script("exit 0") });
  const run_id = await dispatch(bot, at, { file: "fail.yml", ref: "main" });
  await local.forge.idle();
  expect((await bot.rest.actions.getWorkflowRun({ ...at, run_id })).data.conclusion).toBe("failure");
});
