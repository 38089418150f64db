import { describe, expect, it } from "vitest";
import { createInProcessJobs } from "../src/in-process-jobs.js";
import type { JobResult } from "../src/ports.js";
import { reconcile } from "../src/reconcile.js";
import { aUsageLine } from "./support/artifacts.js";
import { HALTS } from "./support/halt-causes.js";
import { pullsWith, sayHere } from "./support/halted.js";
import { FIRST_TASK, label, NOW, planning, REQUEST } from "./support/loop.js";
import { HERE, loopWorld } from "./support/loop-world.js";

const usage = aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 0.5 });
const answer: JobResult = {
  intents: [
    {
      kind: "work-moved",
      at: NOW,
      task_id: FIRST_TASK,
      move: { kind: "question-failed", question: 1, usage: [usage], module_id: null, cause: HALTS["plan-invalid"] },
    },
  ],
  files: [{ path: ".factory/tasks/x.yml", text: "x\n" }],
};

/** A model that answers only when the test lets it, and does not care that it was cancelled. */
function slowModel() {
  const running: { readonly signal: AbortSignal; answer(): void }[] = [];
  const brought: JobResult[] = [];
  const jobs = createInProcessJobs({
    run: (_, __, signal) =>
      new Promise<JobResult>((resolve) => running.push({ signal, answer: () => resolve(answer) })),
    bringBack: async (_, result) => void brought.push(result),
    onError: (error) => {
      throw error;
    },
  });
  return { jobs, running, brought };
}

const before = { ...planning, inbox: { ...planning.inbox, owed: [] } };
const pulls = pullsWith({ labels: ["factory:task"] });
const pause = sayHere("/factory pause", { issue: REQUEST });

describe("pausing while a model is being asked", () => {
  it("cancels the call, says so, and writes nothing more whatever comes back", async () => {
    const model = slowModel();
    const world = loopWorld({ state: before, files: new Map() }, model.jobs);
    world.see({ pulls, requests: [label] });
    await reconcile(HERE, world.ports);
    expect(model.running.map(({ signal }) => signal.aborted)).toEqual([false]);
    world.performed();

    world.see({ pulls, requests: [label], comments: [pause] });
    await reconcile(HERE, world.ports);
    expect(new Set(world.performed())).toEqual(new Set(["react", "say", "keep-comment"]));
    expect(model.running[0]?.signal.aborted).toBe(true);

    model.running[0]?.answer();
    await model.jobs.stop();
    expect(model.brought).toEqual([]);
  });

  it("discards an answer that was on its way, and pays for it", async () => {
    const model = slowModel();
    const world = loopWorld({ state: before, files: new Map() }, model.jobs);
    world.see({ pulls, requests: [label], comments: [pause] });
    await reconcile(HERE, world.ports);
    const { work } = world.state();
    await reconcile(HERE, world.ports, [answer]);
    expect(world.state().project?.status).toBe("PAUSED");
    expect(world.state().work).toEqual(work);
    expect(world.state().spent.project.known_usd).toBe(0.5);
    expect(model.running).toEqual([]);
  });
});

describe("a loop that gets nowhere", () => {
  it("ends in one card, and asks nothing until a person has looked", async () => {
    const model = slowModel();
    const world = loopWorld({ state: before, files: new Map() }, model.jobs, ({ kind }) => kind === "keep-comment");
    world.see({ pulls, requests: [label] });
    expect(await reconcile(HERE, world.ports)).toMatchObject({ kind: "stopped", problem: { code: "does-not-settle" } });
    expect(world.state().checkpoint.open?.triggers).toEqual(["no-progress"]);
    expect(world.state().inbox.owed.map(({ key }) => key)).toEqual(["checkpoint:1"]);
    await reconcile(HERE, world.ports);
    expect(world.state().checkpoint.opened).toBe(1);
    expect(model.running).toHaveLength(1);
    for (const { answer } of model.running) answer();
    await model.jobs.stop();
  });
});
