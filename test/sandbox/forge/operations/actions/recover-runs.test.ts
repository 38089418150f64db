import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Forge, startForge } from "../../../../../src/sandbox/forge/forge.js";
import type { PerformRun } from "../../../../../src/sandbox/forge/hub.js";
import { recordRunNews } from "../../../../../src/sandbox/forge/operations/actions/record-run.js";
import { mintJobToken } from "../../../../../src/sandbox/forge/operations/repository/mint-token.js";
import { newKeyPair } from "../../../../../src/sandbox/forge/seed.js";
import { performOnRunner } from "../../../../../src/sandbox/perform-on-runner.js";
import { runningProcesses, startEnvironment } from "../../../../../src/sandbox/runner/process/process-table.js";
import type { RunNews } from "../../../../../src/sandbox/runner/run-event.js";
import { dispatch, script } from "../../../../support/dispatch.js";

const here = { directory: "" };
beforeEach(() => {
  here.directory = mkdtempSync(join(tmpdir(), "recover-"));
});
afterEach(() => rmSync(here.directory, { recursive: true, force: true }));
const keys = newKeyPair();

const start = (performRun: PerformRun, dataDirectory = join(here.directory, "first")) =>
  startForge({
    dataDirectory,
    keys,
    log: () => {},
    performRun,
    files: { ".github/workflows/w.yml": script("true"), ".github/workflows/slow.yml": script("sleep 300.25") },
  });
const clientOf = (forge: Forge) =>
  new Octokit({
    baseUrl: `${forge.url}/api/v3`,
    auth: forge.users.admin.token,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });

/** Starts every run and then loses it, as a machine that is switched off does. */
const losing: PerformRun = (hub, repository, run) => ({
  done: hub.exclusive(repository, () => recordRunNews(hub, { repository, run }, { kind: "run-started" })),
  cancel() {},
  halt() {},
});

it("the forge queues again what waited when it was stopped, and fails what was under way", async () => {
  const first = await start(losing);
  const under = await dispatch(clientOf(first), first.repo, { file: "w.yml" });
  await first.idle();
  await first.stop();

  const started: number[] = [];
  const idling: PerformRun = (_hub, _repository, run) => {
    started.push(run.id);
    return { done: Promise.resolve(), cancel() {}, halt() {} };
  };
  const second = await start(idling);
  const lost = await clientOf(second).rest.actions.getWorkflowRun({ ...second.repo, run_id: under });
  expect(lost.data).toMatchObject({ status: "completed", conclusion: "failure" });
  const waiting = await dispatch(clientOf(second), second.repo, { file: "w.yml" });
  await second.stop();

  const third = await start(idling);
  await third.idle();
  expect(started).toEqual([waiting, waiting]);
  await third.stop();
});

/** Says so much of a run, and then nothing more. */
const saying =
  (...news: readonly RunNews[]): PerformRun =>
  (hub, repository, run) => {
    const tell = async () => {
      for (const one of news) await hub.exclusive(repository, () => recordRunNews(hub, { repository, run }, one));
    };
    return { done: tell(), cancel() {}, halt() {} };
  };
const PLANNED: RunNews = { kind: "run-planned", displayTitle: "W", jobs: [{ key: "job", name: "job" }] };

/** What a forge that is killed now leaves behind. */
async function killedNow(forge: Forge): Promise<string> {
  await forge.hub.saved();
  const copy = join(here.directory, "killed");
  cpSync(join(here.directory, "first"), copy, { recursive: true });
  return copy;
}

it.each([
  ["was planned", [PLANNED]],
  ["waited for its turn in a group", [PLANNED, { kind: "run-waiting", group: "g" }]],
] satisfies [string, RunNews[]][])(
  "the forge performs a run that %s when the forge was killed, with each job once",
  async (_how, news) => {
    const first = await start(saying(...news));
    const run_id = await dispatch(clientOf(first), first.repo, { file: "w.yml" });
    await first.idle();
    const copy = await killedNow(first);
    await first.stop();
    const second = await start(performOnRunner(), copy);
    await second.idle();
    const { data: run } = await clientOf(second).rest.actions.getWorkflowRun({ ...second.repo, run_id });
    expect(run).toMatchObject({ status: "completed", conclusion: "success", run_attempt: 1 });
    const { data: jobs } = await clientOf(second).rest.actions.listJobsForWorkflowRun({ ...second.repo, run_id });
    expect(jobs.jobs.map(({ name, conclusion }) => [name, conclusion])).toEqual([["job", "success"]]);
    const { data: checks } = await clientOf(second).rest.checks.listForRef({ ...second.repo, ref: run.head_sha });
    expect(checks.check_runs.map(({ name }) => name)).toEqual(["job"]);
    await second.stop();
  },
  60_000,
);

const carriers = (trackingId: string) =>
  (runningProcesses() ?? []).filter(({ pid }) => startEnvironment(pid).includes(`RUNNER_TRACKING_ID=${trackingId}`));

it("the forge fails a run that was under way when the forge was killed, annotates its job, and removes what the job left", async () => {
  const mark = { trackingId: `factory_${randomUUID()}`, folder: join(here.directory, "job") };
  mkdirSync(mark.folder);
  const left = spawn("sleep", ["300.25"], { env: { RUNNER_TRACKING_ID: mark.trackingId }, detached: true });
  const ended = once(left, "exit");
  const underWay: RunNews[] = [
    PLANNED,
    { kind: "run-started" },
    { kind: "job-started", job: "job", steps: [{ number: 1, name: "Set up job" }], mark },
  ];
  const first = await start(saying(...underWay));
  const run_id = await dispatch(clientOf(first), first.repo, { file: "w.yml" });
  await first.idle();
  const [repository] = first.hub.state.repositories.values();
  if (repository === undefined) throw new Error("the forge has no repository");
  mintJobToken(first.hub, { repository, runId: run_id, permissions: {} });
  const copy = await killedNow(first);
  await first.stop();
  const second = await start(saying(), copy);
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(existsSync(mark.folder)).toBe(false);
  const { data: run } = await clientOf(second).rest.actions.getWorkflowRun({ ...second.repo, run_id });
  expect(run).toMatchObject({ status: "completed", conclusion: "failure" });
  const { data } = await clientOf(second).rest.actions.listJobsForWorkflowRun({ ...second.repo, run_id });
  expect(data.jobs).toMatchObject([{ status: "completed", conclusion: "failure" }]);
  const check_run_id = data.jobs[0]?.id ?? 0;
  const { data: notes } = await clientOf(second).rest.checks.listAnnotations({ ...second.repo, check_run_id });
  expect(notes.map(({ message }) => message)).toEqual(["The runner was killed while it performed this job."]);
  expect([...second.hub.state.tokens.values()].filter(({ kind }) => kind === "job")).toEqual([]);
  await second.stop();
}, 60_000);

it("the forge saves how to find the processes and files of a job", async () => {
  const forge = await start(performOnRunner({ machine: { graceMs: 300, drainMs: 300 } }));
  await dispatch(clientOf(forge), forge.repo, { file: "slow.yml" });
  const marks = () =>
    [...forge.hub.state.repositories.values()].flatMap(({ jobs }) => [...jobs.values()].map(({ runner }) => runner));
  await expect
    .poll(marks, { timeout: 30_000 })
    .toEqual([{ trackingId: expect.any(String), folder: expect.any(String) }]);
  const [mark] = marks();
  expect(existsSync(mark?.folder ?? "")).toBe(true);
  await expect.poll(() => carriers(mark?.trackingId ?? ""), { timeout: 30_000 }).not.toEqual([]);
  await forge.stop();
}, 60_000);
