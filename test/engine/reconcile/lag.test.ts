import { expect, it } from "vitest";
import type { Observed } from "../../../src/engine/observation.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import { projectFiles } from "../../support/halted.js";
import { FIRST_TASK, mergedSpec, planning, say, started, TASK_PULL, taskPull } from "../../support/loop.js";
import { HERE, loopWorld } from "../../support/loop-world.js";
import { HEAD, observed } from "../../support/observed.js";

const OLDER = "d".repeat(40);
const now: Partial<Observed> = { stateHead: HEAD, pulls: [mergedSpec, taskPull] };
/** As it was before our own last commit on the task's branch, and before the state that speaks of it. */
const before: Partial<Observed> = {
  stateHead: OLDER,
  pulls: [mergedSpec, { ...taskPull, head: OLDER, key: "an-earlier-commit-of-ours" }],
};

/** GitHub lags behind in the first so many looks. */
function laggingWorld(lagging: number) {
  let looks = 0;
  const world = loopWorld({ state: planning, files: new Map() }, { start: () => {}, cancelAll: () => {} });
  const { ports } = world;
  return {
    state: world.state,
    looks: () => looks,
    ports: {
      ...ports,
      state: {
        ...ports.state,
        recall: () => ({ kind: "loaded", head: HEAD, state: world.state(), branch: "factory/state" }) as const,
      },
      forge: {
        ...ports.forge,
        async observe() {
          looks += 1;
          return observed(looks <= lagging ? before : now);
        },
      },
    },
  };
}

it("a reconcile never takes its own commit for a manual push, however long GitHub lags", async () => {
  for (const lagging of [1, 2, 3]) {
    const world = laggingWorld(lagging);
    await reconcile(HERE, world.ports);
    expect(world.state().project?.tasks[FIRST_TASK], `${lagging} looks behind`).toMatchObject({
      status: "IN_PROGRESS",
      pull_request: TASK_PULL,
    });
    expect(world.state().work[FIRST_TASK]?.halting).toBeNull();
    expect(world.looks()).toBeGreaterThan(lagging);
  }
});

it("a reconcile continues with people's commands, however often GitHub lags behind the commits", async () => {
  const [said, lag] = [8, 8];
  let [heard, lagging] = [0, 0];
  const jobs = { start: () => {}, cancelAll: () => {} };
  const files = new Map(projectFiles.map(({ path, text }) => [path, text]));
  const { ports, state } = loopWorld({ state: started, files }, jobs, () => heard < said);
  const spoken = Array.from({ length: said }, (_, index) => say("/factory status", { id: 1_000 + index }));
  const settled = await reconcile(HERE, {
    ...ports,
    state: {
      ...ports.state,
      recall: () => ({ kind: "loaded", head: HEAD, state: state(), branch: "factory/state" }) as const,
      commit(repository, commit) {
        lagging = lag;
        return ports.state.commit(repository, commit);
      },
    },
    forge: {
      ...ports.forge,
      async observe() {
        lagging -= 1;
        const lags = lagging >= 0;
        if (!lags) heard += 1;
        return observed({ stateHead: lags ? OLDER : HEAD, pulls: [mergedSpec], comments: spoken.slice(0, heard) });
      },
    },
  });
  expect(settled).toEqual({ kind: "settled" });
  expect(heard).toBeGreaterThanOrEqual(said);
});
