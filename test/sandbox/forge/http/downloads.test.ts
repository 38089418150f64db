import { expect, it } from "vitest";
import { findRepository } from "../../../../src/sandbox/forge/lookup.js";
import { storeArtifact } from "../../../../src/sandbox/forge/operations/actions/store-artifact.js";
import { dispatch, script } from "../../../support/dispatch.js";
import { refusal, useForge } from "../../../support/forge.js";

const time = { now: Date.parse("2026-03-01T00:00:00Z") };
const local = useForge({
  clock: () => time.now,
  performRun: () => ({ done: Promise.resolve(), cancel() {}, halt() {} }),
  files: { ".github/workflows/w.yml": script("true") },
});
const MINUTE = 60_000;
const DAY = 86_400_000;

async function stored(retentionDays?: number) {
  const { at, forge } = local;
  const admin = local.as("admin");
  const runId = await dispatch(admin, at, { file: "w.yml" });
  const repository = findRepository(forge.hub.state, at.owner, at.repo);
  const run = repository?.runs.get(runId);
  if (repository === undefined || run === undefined) throw new Error("no run");
  const store = (overwrite: boolean) =>
    storeArtifact(
      forge.hub,
      { repository, run },
      {
        run: runId,
        name: "report",
        zip: Buffer.from("zip"),
        overwrite,
        ...(retentionDays === undefined ? {} : { retentionDays }),
      },
    );
  const outcome = await store(false);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return { id: outcome.value.id, store, runId };
}

async function addressOf(id: number, token?: string): Promise<Response> {
  const { at, forge } = local;
  const headers = token === undefined ? {} : { authorization: `token ${token}` };
  return fetch(`${forge.url}/api/v3/repos/${at.owner}/${at.repo}/actions/artifacts/${id}/zip`, {
    redirect: "manual",
    headers,
  });
}

it("the forge serves an address for one minute, without a token", async () => {
  const { id } = await stored();
  const location = (await addressOf(id, local.forge.users.read.token)).headers.get("location") ?? "";
  time.now += MINUTE - 1;
  expect(await (await fetch(location)).text()).toBe("zip");
  expect((await fetch(location, { method: "POST" })).status).toBe(405);
  time.now += 1;
  expect((await fetch(location)).status).toBe(403);
});

it("the forge serves no artifact to those who do not say who they are, even of a public repository", async () => {
  const { id } = await stored();
  expect((await addressOf(id)).status).toBe(401);
});

it.each([
  [undefined, 90],
  [5, 5],
  [400, 90],
])("the forge keeps an artifact with retention %s for %i days", async (asked, days) => {
  const { id } = await stored(asked);
  const admin = local.as("admin");
  time.now += days * DAY - 1;
  expect((await admin.rest.actions.getArtifact({ ...local.at, artifact_id: id })).data.expired).toBe(false);
  time.now += 1;
  expect((await admin.rest.actions.getArtifact({ ...local.at, artifact_id: id })).data.expired).toBe(true);
  const call = admin.rest.actions.downloadArtifact({ ...local.at, artifact_id: id, archive_format: "zip" });
  expect((await refusal(call)).status).toBe(410);
});

it("the forge keeps one artifact of a name per run: a second is refused, or takes its place", async () => {
  const { id, store, runId } = await stored();
  const refused = await store(false);
  expect(refused.ok || refused.refusal.code).toBe("artifact-exists");
  const again = await store(true);
  expect(again.ok && again.value.id).not.toBe(id);
  const { data } = await local.as("admin").rest.actions.listWorkflowRunArtifacts({ ...local.at, run_id: runId });
  expect(data.artifacts.map((artifact) => artifact.id)).toEqual([again.ok ? again.value.id : 0]);
  const { data: named } = await local.as("admin").rest.actions.listArtifactsForRepo({ ...local.at, name: "nothing" });
  expect(named.total_count).toBe(0);
});
