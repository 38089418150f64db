import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Observed } from "../../../src/engine/observation.js";
import { waitsOf } from "../../../src/engine/waits.js";
import { gateRequests } from "../../../src/features/gate-runs/gates-awaited.js";
import { NEW_WORK, type TaskWork } from "../../../src/features/modules/task-work.js";
import { HEAD } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import { NOW, situation } from "../../support/release.js";
import { gates } from "../../support/task-work.js";

const TASK = t("now");
const AWAITED = gates("INTEGRITY");
const [RUN] = gateRequests(AWAITED, { task: TASK, module: null });
const minutesBefore = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

/** A task whose gates were asked for; the state was last written so many minutes ago. */
function waitOf(minutes: number, seen: Partial<Observed> = {}, changes: Partial<FactoryState> = {}, pending = "none") {
  const project = aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } });
  const work: TaskWork = { ...NEW_WORK, stage: { stage: "integrating", head: HEAD, base: HEAD, gates: AWAITED } };
  const state = { project, release: null, work: { [TASK]: work }, updated_at: minutesBefore(minutes), ...changes };
  const asked = { kind: "ship-module", key: "k", task: TASK, module: "MM-0001", question: 1 } as const;
  return waitsOf({ ...situation(state, seen), pending: pending === "none" ? [] : [asked as never] })[0];
}

describe("a task in work that has not moved for ten minutes", () => {
  it("says so where nothing that it waits for is known", () => {
    expect(waitOf(11)).toMatchObject({ stalled: true, task: TASK });
    expect(waitOf(11)?.for).toContain("nothing has moved since");
    expect(waitOf(9)).not.toHaveProperty("stalled");
  });

  it.each<[string, Partial<Observed>, Partial<FactoryState>, string]>([
    [
      "one of its runs goes on",
      { gateRuns: [{ nonce: RUN?.nonce ?? "", runId: 1, url: "https://github.com/", state: "running" }] },
      {},
      "none",
    ],
    [
      "a model is asked",
      {},
      {
        under_way: {
          run: {
            since: minutesBefore(12),
            pack: "CP-0a1b2c3d",
            role: "challenger",
            task: TASK,
            module: null,
            model: "m",
            prompt_version: "1",
            estimate_usd: null,
          },
        },
      },
      "none",
    ],
    ["a job of the App is due", {}, {}, "job"],
  ])("says nothing while %s", (_why, seen, changes, pending) => {
    expect(waitOf(12, seen, changes, pending)).not.toHaveProperty("stalled");
  });
});
