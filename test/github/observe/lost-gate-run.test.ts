import { describe, expect, it } from "vitest";
import type { Observed } from "../../../src/engine/observation.js";
import { detectGates } from "../../../src/features/gate-runs/detect-gates.js";
import { gateRequests } from "../../../src/features/gate-runs/gates-awaited.js";
import { NEW_WORK, type TaskWork } from "../../../src/features/modules/task-work.js";
import { tasksInWork } from "../../../src/features/modules/work-situation.js";
import { useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";
import { aProject, t } from "../../support/project-state.js";
import { situation } from "../../support/release.js";
import { gates } from "../../support/task-work.js";

const WORKFLOW = `name: factory gates
run-name: factory integrity \${{ fromJSON(inputs.request).part }} \${{ fromJSON(inputs.request).nonce }}
on:
  workflow_dispatch:
    inputs:
      request: { required: true, type: string }
jobs:
  judge: { runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`;
const TASK = t("now");
const AWAITED = gates("INTEGRITY");
const REQUESTS = gateRequests(AWAITED, { task: TASK, module: null });
const clock = { now: Date.parse(AWAITED.requested_at) };
const passMinutes = (minutes: number) => {
  clock.now += minutes * 60_000;
};

const local = useForge({
  files: { "SPEC.md": "# A\n", ".github/workflows/factory-gates.yml": WORKFLOW },
  // No runner ever takes one up.
  performRun: () => ({ done: Promise.resolve(), cancel() {}, halt() {} }),
});
const { adapter, perform, observe } = useGitHubAdapter(local, () => clock.now);

/** What the loop makes of a look at the runs that it waits for, at this moment. */
function noticed(gateRuns: Observed["gateRuns"]) {
  const project = aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } });
  const { head_sha: head, base_sha: base } = AWAITED;
  const work: TaskWork = { ...NEW_WORK, head, stage: { stage: "integrating", head, base, gates: AWAITED } };
  const now = new Date(clock.now).toISOString();
  const here = situation({ project, release: null, work: { [TASK]: work } }, { gateRuns }, { now });
  const [first] = tasksInWork(here);
  if (first === undefined) throw new Error("the task is in work");
  return detectGates(here, first);
}
const look = async () => (await observe({ gateRuns: REQUESTS })).gateRuns;
const runsOfRepository = () => {
  const repository = local.forge.hub.state.repositories.get(adapter().repository.id);
  if (repository === undefined) throw new Error("the repository is there");
  return repository.runs;
};

describe("gate runs that the same process dispatched", () => {
  it("are awaited as long as GitHub has them, listed or not, and are lost afterwards", async () => {
    for (const request of REQUESTS) await perform({ kind: "dispatch-gates", key: request.nonce, request });
    const dispatched = [...runsOfRepository()];
    runsOfRepository().clear();
    expect((await look()).map(({ state }) => state)).toEqual(["queued", "queued"]);

    for (const [id, run] of dispatched) runsOfRepository().set(id, run);
    const [id, run] = dispatched[0] ?? [];
    if (id === undefined || run === undefined) throw new Error("the run is missing");
    const newer = Array.from({ length: 301 }, (_, index) => [9_000_000 + index, run] as const);
    for (const [number, copy] of newer)
      runsOfRepository().set(number, { ...copy, id: number, displayTitle: "another" });
    passMinutes(20);
    const behind = await look();
    expect(behind.map(({ runId }) => runId)).toEqual(dispatched.map(([number]) => number));
    expect(noticed(behind)).toEqual([]);

    runsOfRepository().delete(id);
    const without = await look();
    expect(without.map(({ nonce }) => nonce)).toEqual([AWAITED.nonces.execute]);
    expect(noticed(without)).toMatchObject([{ kind: "gates-lost", why: expect.stringContaining("never started") }]);
  });
});
