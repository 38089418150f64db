import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { FactoryEvent } from "../../../src/engine/event.js";
import type { Observed } from "../../../src/engine/observation.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import { aUsageLine } from "../../support/artifacts.js";
import { HALTS } from "../../support/halt-causes.js";
import { pullsWith } from "../../support/halted.js";
import { FIRST_TASK, label, NOW, planning } from "../../support/loop.js";
import { HERE, loopWorld } from "../../support/loop-world.js";
import { observed } from "../../support/observed.js";
import { KIT } from "../../support/setup-kit.js";

const usage = [aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 0.5 })];
const answered: FactoryEvent = {
  kind: "work-updated",
  at: NOW,
  task_id: FIRST_TASK,
  event: { kind: "question-failed", question: 1, usage, module_id: null, cause: HALTS["plan-invalid"] },
};
const charged: FactoryEvent = { kind: "calls-charged", at: NOW, usage };
const noConfig: Partial<Observed> = { config: { status: "absent" } };
const archived: Partial<Observed> = { repository: { ...observed().repository, archived: true } };

/** A project in work, in a repository whose people have taken their consent back. */
function withdrawn(seen: Partial<Observed>, act?: (effect: Effect) => boolean) {
  const world = loopWorld({ state: planning, files: new Map() }, { start: () => {}, cancelAll: () => {} }, act);
  world.see({ pulls: pullsWith({}), requests: [label], ...seen });
  return world;
}

describe("consent that was taken back while a model was asked", () => {
  it.each([
    ["an answer, without a configuration", answered, noConfig],
    ["an answer, in an archive", answered, archived],
    ["what a cancelled call cost, without a configuration", charged, noConfig],
    ["what a cancelled call cost, in an archive", charged, archived],
  ])("leaves what comes back aside and settles: %s", async (_, event, seen) => {
    const world = withdrawn(seen);
    expect(await reconcile(HERE, world.ports, [{ events: [event], files: [] }])).toEqual({ kind: "settled" });
    expect(world.state()).toBe(planning);
  });

  it("leaves the state alone when the loop gets nowhere there", async () => {
    // The proposal to set it up again is gone at each look.
    const world = withdrawn({ ...noConfig, pulls: [] }, ({ kind }) => kind === "propose-files");
    const settled = await reconcile(HERE, { ...world.ports, setupKit: KIT });
    expect(settled).toMatchObject({ kind: "stopped", problem: { code: "does-not-settle" } });
    expect(world.state()).toBe(planning);
  });
});
