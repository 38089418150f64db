import { describe, expect, it } from "vitest";
import type { Observed } from "../../../../src/engine/observation.js";
import { gateRuns as feature } from "../../../../src/features/gate-runs/feature.js";
import { gateRequests } from "../../../../src/features/gate-runs/gates-awaited.js";
import { detectStarted, runIdOf } from "../../../../src/features/gate-runs/started/started-runs.js";
import { NEW_WORK, type TaskWork } from "../../../../src/features/modules/task-work.js";
import { aProject, t } from "../../../support/project-state.js";
import { reduced, situation } from "../../../support/release.js";
import { gates } from "../../../support/task-work.js";

const TASK = t("now");
const AWAITED = gates("INTEGRITY");
const [JUDGE, EXECUTE] = gateRequests(AWAITED, { task: TASK, module: null }).map(({ nonce }) => nonce);
const run = (nonce = "", runId = 5_000_000_001, state: "queued" | "running" = "queued") =>
  ({ nonce, runId, url: "https://github.com/", state }) as const;

function here(gateRuns: Observed["gateRuns"], started_runs?: { nonce: string; run_id: number }[]) {
  const project = aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } });
  const { head_sha: head, base_sha: base } = AWAITED;
  const work: TaskWork = { ...NEW_WORK, head, stage: { stage: "integrating", head, base, gates: AWAITED } };
  const kept = started_runs === undefined ? {} : { started_runs };
  return situation({ project, release: null, work: { [TASK]: work }, ...kept }, { gateRuns });
}

describe("the id of a gate run", () => {
  it("is kept in the state as soon as GitHub has given it", () => {
    const before = here([run(JUDGE), run(EXECUTE, 5_000_000_002)]);
    const events = feature.detect?.(before) ?? [];
    expect(events).toMatchObject([
      {
        kind: "gate-runs-started",
        runs: [
          { nonce: JUDGE, run_id: 5_000_000_001 },
          { nonce: EXECUTE, run_id: 5_000_000_002 },
        ],
      },
    ]);
    const after = reduced(before.state, ...events);
    expect(runIdOf(after, EXECUTE ?? "")).toBe(5_000_000_002);
    expect(feature.observes?.({ state: after, config: before.config, kit: null })).toMatchObject({
      startedRuns: after.started_runs,
    });
    expect(detectStarted({ ...before, state: after })).toEqual([]);
  });

  it("keeps a run from being started again that GitHub does not show", () => {
    const dispatched = (situationNow: ReturnType<typeof here>) =>
      (feature.effects?.(situationNow) ?? []).filter(({ kind }) => kind === "dispatch-gates").map(({ key }) => key);
    expect(dispatched(here([]))).toEqual([JUDGE, EXECUTE]);
    expect(dispatched(here([], [{ nonce: JUDGE ?? "", run_id: 7 }]))).toEqual([EXECUTE]);
  });

  it("is forgotten when a hundred others have started since", () => {
    const { state } = here([]);
    const nonce = (index: number) => index.toString(16).padStart(32, "0");
    const events = Array.from({ length: 101 }, (_, index) => ({
      kind: "gate-runs-started" as const,
      at: state.updated_at,
      runs: [{ nonce: nonce(index), run_id: index + 1 }],
    }));
    const after = reduced(state, ...events);
    expect(after.started_runs).toHaveLength(100);
    expect([runIdOf(after, nonce(0)), runIdOf(after, nonce(100))]).toEqual([undefined, 101]);
  });
});
