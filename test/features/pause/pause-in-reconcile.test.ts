import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { JobResult } from "../../../src/engine/ports.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import { DRAFT_PATH } from "../../../src/features/spec/draft-paths.js";
import { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { createInProcessJobs } from "../../../src/server/coordination/in-process-jobs.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { jobAlarms } from "../../support/alarms.js";
import { aUsageLine } from "../../support/artifacts.js";
import { HALTS } from "../../support/halt-causes.js";
import { pullsWith, sayHere } from "../../support/halted.js";
import {
  draft,
  drafted,
  FIRST_TASK,
  label,
  mergedSpec,
  NOW,
  planning,
  REQUEST,
  specPull,
  started,
  taskPull,
} from "../../support/loop.js";
import { HERE, loopWorld } from "../../support/loop-world.js";
import { comment } from "../../support/observed.js";

const usage = aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 0.5 });
const answer: JobResult = {
  events: [
    {
      kind: "work-updated",
      at: NOW,
      task_id: FIRST_TASK,
      event: { kind: "question-failed", question: 1, usage: [usage], module_id: null, cause: HALTS["plan-invalid"] },
    },
  ],
  files: [{ path: ".factory/tasks/x.yml", text: "x\n" }],
};

/** A model that answers only when the test lets it, and does not care that it was cancelled. */
function slowModel() {
  const running: { readonly signal: AbortSignal; answer(): void }[] = [];
  const brought: JobResult[] = [];
  const jobs = createInProcessJobs({
    later: jobAlarms().later,
    run: (_, __, signal) =>
      new Promise<JobResult>((resolve) => running.push({ signal, answer: () => resolve(answer) })),
    bringBack: async (_, result) => void brought.push(result),
    onError: (error) => {
      throw error;
    },
  });
  return { jobs, running, brought };
}

const before = { ...planning, inbox: { ...planning.inbox, pending: [] } };
const pulls = pullsWith({ labels: ["factory:task"] });
const pause = sayHere("/factory pause", { issue: REQUEST });

describe("a pause while a model is being asked", () => {
  it("cancels the call, is acknowledged, and takes only the cost of the result", async () => {
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
    const payment: JobResult = { events: [{ kind: "calls-charged", at: NOW, usage: [usage] }], files: [] };
    expect(model.brought).toEqual([payment]);

    const { work } = world.state();
    await reconcile(HERE, world.ports, model.brought);
    expect(world.state().project?.status).toBe("PAUSED");
    expect(world.state().work).toEqual(work);
    expect(world.state().spent.project.known_usd).toBe(0.5);
    expect(new Set(world.performed())).toEqual(new Set(["react", "say", "keep-comment"]));
  });

  it("does not pay twice for a call that an earlier reconcile may have paid", async () => {
    const world = loopWorld({ state: before, files: new Map() }, slowModel().jobs);
    world.see({ pulls, requests: [label], comments: [pause] });
    const payment: JobResult = { events: [{ kind: "calls-charged", at: NOW, usage: [usage] }], files: [] };
    await reconcile(HERE, world.ports, [payment]);
    await reconcile(HERE, world.ports, [{ ...payment, handedBefore: true }]);
    expect(world.state().spent.project.calls).toBe(1);
  });

  it("discards a late answer, and pays for it", async () => {
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

describe("a loop without progress", () => {
  const waiting = { ...started, inbox: { ...started.inbox, pending: [] } };
  const taskFile = waiting.project?.tasks[FIRST_TASK]?.path ?? "";

  it("ends in one card, and asks no model until a person has decided", async () => {
    const model = slowModel();
    const start = { state: waiting, files: new Map([[taskFile, "# The task\n"]]) };
    // Whatever is proposed is gone again at the next look.
    const world = loopWorld(start, model.jobs, ({ kind }) => kind === "propose-files");
    world.see({ pulls: [mergedSpec], requests: [label] });
    expect(await reconcile(HERE, world.ports)).toMatchObject({ kind: "stopped", problem: { code: "does-not-settle" } });
    expect(world.state().checkpoint.open?.triggers).toEqual(["no-progress"]);
    expect(world.state().inbox.pending.map(({ key }) => key)).toEqual(["checkpoint:1"]);
    world.see({ pulls: [mergedSpec, taskPull], requests: [label] });
    await reconcile(HERE, world.ports);
    expect(world.state().work[FIRST_TASK]?.stage.stage).toBe("planning");
    expect(world.state().checkpoint.opened).toBe(1);
    expect(model.running).toEqual([]);
  });
});

describe("a loop without progress before the project starts", () => {
  const waiting = { ...drafted, inbox: { ...drafted.inbox, pending: [] } };
  const files = new Map([[DRAFT_PATH, writeYaml(draft, ProductSpec)]]);

  it("is reported once in the request's issue, and asks no model until a person has decided", async () => {
    const model = slowModel();
    const said: Effect[] = [];
    const world = loopWorld({ state: waiting, files }, model.jobs, (effect) => {
      said.push(effect);
      return effect.kind === "propose-files"; // and it is gone again at the next look
    });
    world.see({ requests: [label] });
    expect(await reconcile(HERE, world.ports)).toMatchObject({ kind: "stopped", problem: { code: "does-not-settle" } });
    const cards = () => said.flatMap((effect) => (effect.kind === "say" ? [effect] : []));
    expect(cards()).toMatchObject([{ key: "checkpoint:1", issue: REQUEST }]);
    expect(cards()[0]?.body).toContain("went round without getting anywhere");
    expect(cards()[0]?.body).not.toContain("/factory adjust");
    expect(said.at(-1)).toMatchObject({ kind: "keep-comment", body: expect.stringContaining("`/factory continue`") });
    const card = comment({ id: 70, issue: REQUEST, body: cards()[0]?.body ?? "", own: true, createdAt: NOW });
    world.see({ requests: [label], comments: [card] });
    await reconcile(HERE, world.ports);
    expect(cards()).toHaveLength(1);

    world.see({ requests: [label], comments: [card], pulls: [specPull] });
    await reconcile(HERE, world.ports);
    const amend = sayHere("/factory amend Say more.", { issue: REQUEST, createdAt: "2026-03-01T13:40:00Z" });
    world.see({ requests: [label], comments: [card, amend], pulls: [specPull] });
    await reconcile(HERE, world.ports);
    expect(world.state().product?.phase).toBe("drafting");
    expect(model.running).toEqual([]);
    const go = sayHere("/factory continue", { id: 61, issue: REQUEST, createdAt: "2026-03-01T13:50:00Z" });
    world.see({ requests: [label], comments: [card, amend, go], pulls: [specPull] });
    await reconcile(HERE, world.ports);
    expect(world.state().checkpoint.open).toBeNull();
    expect(model.running).toHaveLength(1);
    for (const { answer } of model.running) answer();
    await model.jobs.stop();
  });
});

describe("comments that a person deletes again and again", () => {
  it("are posted once for each observation, and do not trigger another", async () => {
    const model = slowModel();
    const world = loopWorld({ state: before, files: new Map() }, model.jobs, () => true);
    world.see({ pulls, requests: [label] });
    expect(await reconcile(HERE, world.ports)).toEqual({ kind: "settled" });
    expect(world.performed()).toEqual(["dispatch-gates", "keep-comment"]);
    for (const { answer } of model.running) answer();
    await model.jobs.stop();
  });
});
