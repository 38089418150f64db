import { strToU8, zipSync } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import type { GateRequest } from "../../../src/domain/gates/gate-request.js";
import { askedAgain } from "../../../src/github/observe/asked-again.js";
import { reply } from "../../../src/sandbox/forge/http/reply.js";
import type { Hub } from "../../../src/sandbox/forge/hub.js";
import type { OfRun } from "../../../src/sandbox/forge/operations/actions/attempt.js";
import { concludeRun } from "../../../src/sandbox/forge/operations/actions/record-run.js";
import { storeArtifact } from "../../../src/sandbox/forge/operations/actions/store-artifact.js";
import type { RunConclusion } from "../../../src/sandbox/forge/records/actions.js";
import { lateArtifacts } from "../../support/faults/late-artifacts.js";
import { refusal, useForge } from "../../support/forge.js";
import { gateReport, gateRequest } from "../../support/gate-report.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";

/** The title as the installed workflow makes it: GitHub's expressions have no function for lower case. */
const NAMES = `fromJSON('{"CONTRACT":"contract","EXECUTION":"execution"}')[fromJSON(inputs.request).run_type]`;
const WORKFLOW = `name: factory gates
run-name: factory \${{ ${NAMES} }} \${{ fromJSON(inputs.request).part }} \${{ fromJSON(inputs.request).nonce }}
on:
  workflow_dispatch:
    inputs:
      request: { required: true, type: string }
jobs:
  judge: { runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`;

type Ending = { readonly conclusion: RunConclusion; readonly zip?: Uint8Array; readonly artifact?: string };

/** What the runs of this file do, by nonce; one that is not named goes on until the test ends it. */
const endings = new Map<string, Ending>();
const going = new Map<
  string,
  {
    readonly end: (ending: Ending) => Promise<void>;
    readonly leave: (artifacts: readonly string[]) => Promise<void>;
    readonly settle: () => void;
  }
>();

async function finish(hub: Hub, of: OfRun, nonce: string, ending: Ending): Promise<void> {
  const name = ending.artifact ?? `factory-report-${nonce}`;
  await hub.exclusive(of.repository, async () => {
    if (ending.zip !== undefined) {
      await storeArtifact(hub, of, { name, zip: ending.zip, run: of.run.id, overwrite: false });
    }
    await concludeRun(hub, of, { conclusion: ending.conclusion, reason: null });
  });
}

const local = useForge({
  files: {
    "SPEC.md": "# A\n",
    ".github/workflows/factory-gates.yml": WORKFLOW,
    ".github/workflows/other.yml": WORKFLOW,
  },
  performRun: (hub, repository, run) => {
    const of = { repository, run };
    const { nonce } = JSON.parse(String(run.inputs.request)) as GateRequest;
    const known = endings.get(nonce);
    const done =
      known === undefined
        ? new Promise<void>((settle) => {
            const leave = (artifacts: readonly string[]) =>
              hub.exclusive(repository, async () => {
                const zip = zipOf({ "other.txt": "other" });
                for (const name of artifacts)
                  await storeArtifact(hub, of, { name, zip, run: run.id, overwrite: false });
              });
            going.set(nonce, { settle, leave, end: (ending) => finish(hub, of, nonce, ending) });
          })
        : finish(hub, of, nonce, known);
    return { done, cancel() {}, halt() {} };
  },
});
const { adapter, perform, observe } = useGitHubAdapter(local);
const another = useGitHubAdapter(local);
/** A process that begins after all others, and remembers nothing. */
const later = useGitHubAdapter(local);

const zipOf = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const reportZip = (request: GateRequest, overrides = {}) =>
  zipOf({ "report.json": JSON.stringify(gateReport(request, overrides)) });
let count = 0;
/** A run that a failed test left behind must not hold the others up. */
afterEach(() => {
  for (const { settle } of going.values()) settle();
});
const request = (overrides: Partial<GateRequest> = {}) => {
  count += 1;
  return gateRequest({ nonce: count.toString(16).padStart(32, "0"), ...overrides });
};
const dispatch = (asked: GateRequest) => perform({ kind: "dispatch-gates", key: asked.nonce, request: asked });
const runs = async () => (await local.as("read").rest.actions.listWorkflowRunsForRepo(local.at)).data.workflow_runs;

/** Dispatches a run that ends so, and looks at it. */
async function lookAt(asked: GateRequest, ending: Ending) {
  endings.set(asked.nonce, ending);
  await dispatch(asked);
  await local.forge.idle();
  return (await observe({ gateRuns: [asked] })).gateRuns;
}

describe("a gate run that GitHub will not start", () => {
  const page = () => `${local.forge.url}/${local.at.owner}/${local.at.repo}/actions/workflows/factory-gates.yml`;
  const waitsFor = (words: string) => ({
    name: "LimitedUntil",
    limit: expect.stringMatching(new RegExp(`${words}.*; see ${page()}$`)),
  });

  it("is a wait with the reason and a link while the workflow is disabled", async () => {
    const workflow = { ...local.at, workflow_id: "factory-gates.yml" };
    await local.as("admin").rest.actions.disableWorkflow(workflow);
    await expect(dispatch(request())).rejects.toMatchObject(waitsFor("disabled workflow"));
    await local.as("admin").rest.actions.enableWorkflow(workflow);
  });

  it.each([
    [403, "Actions is disabled on this repository"],
    [404, "Not Found"],
    [422, "Workflow does not have 'workflow_dispatch' trigger"],
  ])("is a wait after %d, too", async (status, message) => {
    const end = local.forge.intercept({
      beforeRequest: ({ path }) =>
        path.endsWith("/dispatches") ? { kind: "answer", reply: reply(status, { message }) } : { kind: "pass" },
    });
    await expect(dispatch(request())).rejects.toMatchObject(waitsFor(message)).finally(end);
  });

  it("fails by itself when GitHub is in trouble", async () => {
    const end = local.forge.intercept({
      beforeRequest: ({ path }) =>
        path.endsWith("/dispatches") ? { kind: "answer", reply: reply(502, { message: "x" }) } : { kind: "pass" },
    });
    await expect(dispatch(request())).rejects.toMatchObject({ status: 502 }).finally(end);
  });
});

describe("an artifact that is listed late", () => {
  it("is asked for again before the run is called unusable", async () => {
    const asked = request();
    const end = local.forge.intercept(lateArtifacts(2));
    const [seen] = await lookAt(asked, { conclusion: "success", zip: reportZip(asked) }).finally(end);
    expect(seen?.state).toBe("reported");
  });

  it("is not waited for when the run ended long ago", async () => {
    const questions: boolean[] = [];
    const ask = async (isFirst: boolean) => {
      questions.push(isFirst);
      return [];
    };
    expect(await askedAgain({ updated_at: "2020-01-01T00:00:00Z" }, ask)).toEqual([]);
    expect(questions).toEqual([true]);
  });
});

describe("dispatching a gate run", () => {
  it("starts the workflow of the default branch once, with the request as canonical JSON", async () => {
    const asked = request();
    endings.set(asked.nonce, { conclusion: "success", zip: reportZip(asked) });
    const started = await dispatch(asked);
    expect(started).toMatchObject({ run: { nonce: asked.nonce, runId: expect.any(Number) } });
    expect(await dispatch(asked)).toBe(false);
    expect(adapter().asked.at(-1)).toEqual({ actions: "write" });
    const found = (await runs()).filter(({ display_title }) => display_title?.includes(asked.nonce));
    expect(found.map(({ path, head_branch, actor }) => [path, head_branch, actor?.login])).toEqual([
      [".github/workflows/factory-gates.yml", "main", adapter().ownLogin],
    ]);
  });

  it("finds a run that another replica started", async () => {
    const asked = request();
    endings.set(asked.nonce, { conclusion: "success", zip: reportZip(asked) });
    const bot = await local.bot();
    await bot.rest.actions.createWorkflowDispatch({
      ...local.at,
      workflow_id: "factory-gates.yml",
      ref: "main",
      inputs: { request: JSON.stringify(asked) },
    });
    expect(await dispatch(asked)).toBe(false);
  });
});

describe("observing gate runs", () => {
  it("asks for none when none is awaited, and leaves out what does not exist", async () => {
    adapter().requests();
    await observe({});
    expect(
      adapter()
        .requests()
        .some((url) => url.includes("actions")),
    ).toBe(false);
    expect((await observe({ gateRuns: [request()] })).gateRuns).toEqual([]);
  });

  it("follows one from queued or running to its report", async () => {
    const asked = request();
    await dispatch(asked);
    const before = (await observe({ gateRuns: [asked] })).gateRuns;
    expect(before).toMatchObject([{ nonce: asked.nonce, state: expect.stringMatching(/queued|running/) }]);
    const run = going.get(asked.nonce);
    await run?.end({ conclusion: "success", zip: reportZip(asked) });
    run?.settle();
    const after = (await observe({ gateRuns: [asked] })).gateRuns;
    expect(after).toMatchObject([{ nonce: asked.nonce, state: "reported", report: gateReport(asked) }]);
    expect(after[0]?.url).toContain(`/actions/runs/${after[0]?.runId}`);
  });

  it("finds the reports of both parts by one listing, and never one of another run", async () => {
    const [judge, execute] = [request(), request({ part: "execute" })];
    const both = [judge, execute];
    for (const asked of both) endings.set(asked.nonce, { conclusion: "success", zip: reportZip(asked) });
    const stolen = request();
    endings.set(stolen.nonce, {
      conclusion: "success",
      zip: reportZip(judge, { part: "execute" }),
      artifact: `factory-report-${judge.nonce}`,
    });
    for (const asked of [...both, stolen]) await dispatch(asked);
    await local.forge.idle();
    adapter().requests();
    const { gateRuns } = await observe({ gateRuns: both });
    expect(gateRuns).toMatchObject(both.map((asked) => ({ state: "reported", report: gateReport(asked) })));
    const listings = adapter()
      .requests()
      .filter((url) => url.endsWith("/artifacts"));
    expect(listings).toEqual(["GET /repos/{owner}/{repo}/actions/artifacts"]);
  });

  it("asks for a run's own artifacts where too many others were left since", async () => {
    const [judge, execute, busy] = [request(), request({ part: "execute" }), request()];
    for (const asked of [judge, execute]) endings.set(asked.nonce, { conclusion: "success", zip: reportZip(asked) });
    for (const asked of [judge, execute, busy]) await dispatch(asked);
    await expect.poll(() => going.has(busy.nonce)).toBe(true);
    await going.get(busy.nonce)?.leave(Array.from({ length: 100 }, (_, index) => `other-${index}`));
    going.get(busy.nonce)?.settle();
    await local.forge.idle();
    const { gateRuns } = await observe({ gateRuns: [judge, execute] });
    expect(gateRuns.map(({ state }) => state)).toEqual(["reported", "reported"]);
  });

  it("knows a run that it has just dispatched although GitHub does not list it yet", async () => {
    const asked = request();
    endings.set(asked.nonce, { conclusion: "success", zip: reportZip(asked) });
    await dispatch(asked);
    const repository = local.forge.hub.state.repositories.get(adapter().repository.id);
    const [id, record] = [...(repository?.runs ?? [])].at(-1) ?? [];
    if (id === undefined || record === undefined) throw new Error("the run is missing");
    await local.forge.idle();
    repository?.runs.delete(id);
    expect((await observe({ gateRuns: [asked] })).gateRuns).toMatchObject([{ runId: id, state: "queued" }]);
    expect(await dispatch(asked)).toBe(false);
    repository?.runs.set(id, record);
  });

  it("asks for a run by the id that the state keeps, in a process that never saw it, whatever GitHub lists", async () => {
    const asked = request();
    endings.set(asked.nonce, { conclusion: "success", zip: reportZip(asked) });
    const started = await dispatch(asked);
    const run_id = typeof started === "object" && "run" in started ? started.run.runId : 0;
    await local.forge.idle();
    const none = { total_count: 0, workflow_runs: [] };
    const end = local.forge.intercept({
      beforeRequest: ({ path }) =>
        /\/workflows\/[^/]+\/runs$/.test(path) ? { kind: "answer", reply: reply(200, none) } : { kind: "pass" },
    });
    const seenBy = async (startedRuns: { nonce: string; run_id: number }[]) =>
      (await later.observe({ gateRuns: [asked], startedRuns })).gateRuns;
    expect(await seenBy([])).toEqual([]);
    expect(await seenBy([{ nonce: asked.nonce, run_id }])).toMatchObject([{ runId: run_id, state: "reported" }]);
    end();
  });

  it("looks in an unfiltered listing for a run whose id is gone", async () => {
    const asked = request();
    endings.set(asked.nonce, { conclusion: "success", zip: reportZip(asked) });
    await dispatch(asked);
    await local.forge.idle();
    later.adapter().requests();
    const { gateRuns } = await later.observe({
      gateRuns: [asked],
      startedRuns: [{ nonce: asked.nonce, run_id: 4_000_000_000 }],
    });
    expect(gateRuns).toMatchObject([{ state: "reported" }]);
    const [byId, listing] = later
      .adapter()
      .requests()
      .filter((url) => /\/runs/.test(url));
    expect([byId, listing]).toEqual([
      "GET /repos/{owner}/{repo}/actions/runs/{run_id}",
      "GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs",
    ]);
  });

  it("ignores runs that a person dispatched, and runs of another file", async () => {
    const asked = request();
    endings.set(asked.nonce, { conclusion: "success", zip: reportZip(asked) });
    const inputs = { request: JSON.stringify(asked) };
    const at = { ...local.at, ref: "main", inputs };
    await local.as("write").rest.actions.createWorkflowDispatch({ ...at, workflow_id: "factory-gates.yml" });
    await (await local.bot()).rest.actions.createWorkflowDispatch({ ...at, workflow_id: "other.yml" });
    await local.forge.idle();
    expect((await observe({ gateRuns: [asked] })).gateRuns).toEqual([]);
    expect(await dispatch(asked)).toMatchObject({ run: { nonce: asked.nonce } });
  });

  it("believes none that ran on a branch that was the default one before, and asks for it again on the new one", async () => {
    const asked = request();
    expect(await lookAt(asked, { conclusion: "success", zip: reportZip(asked) })).toMatchObject([
      { state: "reported" },
    ]);
    const { data } = await local.as("admin").rest.repos.getBranch({ ...local.at, branch: "main" });
    await local.as("admin").rest.git.createRef({ ...local.at, ref: "refs/heads/trunk", sha: data.commit.sha });
    await local.as("admin").rest.repos.update({ ...local.at, default_branch: "trunk" });
    try {
      expect((await another.observe({ gateRuns: [asked] })).gateRuns).toEqual([]);
      await another.perform({ kind: "dispatch-gates", key: asked.nonce, request: asked });
      expect((await runs())[0]).toMatchObject({ head_branch: "trunk", event: "workflow_dispatch" });
      await local.forge.idle();
    } finally {
      await local.as("admin").rest.repos.update({ ...local.at, default_branch: "main" });
      await another.observe();
    }
  });

  it.each(["failure", "cancelled", "startup_failure"] as const)(
    "takes a run that ended as %s for no verdict, report or not",
    async (conclusion) => {
      const asked = request();
      expect(await lookAt(asked, { conclusion, zip: reportZip(asked) })).toMatchObject([
        { state: "unusable", why: expect.stringContaining(`ended as ${conclusion}`) },
      ]);
    },
  );

  it("says that there is no report, or one under another name", async () => {
    const asked = request();
    expect(await lookAt(asked, { conclusion: "success", zip: reportZip(asked), artifact: "report" })).toMatchObject([
      { state: "unusable", why: `attempt 1 of the run left no artifact named factory-report-${asked.nonce}` },
    ]);
  });

  it("does not take an earlier attempt's report for the newest one's", async () => {
    const asked = request();
    const [first] = await lookAt(asked, { conclusion: "success", zip: reportZip(asked) });
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // GitHub's instants are whole seconds
    endings.set(asked.nonce, { conclusion: "success" });
    await local.as("write").rest.actions.reRunWorkflow({ ...local.at, run_id: first?.runId ?? 0 });
    await local.forge.idle();
    expect((await observe({ gateRuns: [asked] })).gateRuns).toMatchObject([
      { state: "unusable", why: `attempt 2 of the run left no artifact named factory-report-${asked.nonce}` },
    ]);
  });

  it("reports a deleted report to a caller that has not read it before", async () => {
    const asked = request();
    const [run] = await lookAt(asked, { conclusion: "success", zip: reportZip(asked) });
    const bot = await local.bot();
    const { data } = await bot.rest.actions.listWorkflowRunArtifacts({ ...local.at, run_id: run?.runId ?? 0 });
    await bot.rest.actions.deleteArtifact({ ...local.at, artifact_id: data.artifacts[0]?.id ?? 0 });
    expect((await observe({ gateRuns: [asked] })).gateRuns).toEqual([run]);
    expect((await another.observe({ gateRuns: [asked] })).gateRuns).toMatchObject([
      { state: "unusable", why: expect.stringContaining("left no artifact") },
    ]);
    expect(await refusal(bot.rest.actions.getArtifact({ ...local.at, artifact_id: 1 }))).toMatchObject({ status: 404 });
  });

  it("gives the exact reason for a report of another run", async () => {
    const asked = request();
    const nonce = "f".repeat(32);
    expect(await lookAt(asked, { conclusion: "success", zip: reportZip(asked, { nonce }) })).toMatchObject([
      { state: "unusable", why: `the report's nonce is ${nonce}, but the run was asked about ${asked.nonce}` },
    ]);
  });
});
