import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, expect, it } from "vitest";
import { type Forge, startForge } from "../../../src/sandbox/forge/forge.js";
import type { PerformRun } from "../../../src/sandbox/forge/hub.js";
import { recordRunNews } from "../../../src/sandbox/forge/operations/record-run.js";
import { newKeyPair } from "../../../src/sandbox/forge/seed.js";
import { dispatch, script } from "../../support/dispatch.js";

const directory = mkdtempSync(join(tmpdir(), "recover-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const keys = newKeyPair();

const start = (performRun: PerformRun) =>
  startForge({
    dataDirectory: directory,
    keys,
    log: () => {},
    performRun,
    files: { ".github/workflows/w.yml": script("true") },
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

it("queues again what waited when it was stopped, and fails what was under way", async () => {
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
