import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobResult } from "../../../src/engine/ports.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import { createInProcessJobs } from "../../../src/server/coordination/in-process-jobs.js";
import { jobAlarms } from "../../support/alarms.js";
import { aUsageLine } from "../../support/artifacts.js";
import { sayHere } from "../../support/halted.js";
import {
  approved,
  decideOn,
  drafted,
  draftedEvent,
  kinds,
  label,
  mergedSpec,
  NOW,
  pendingKinds,
  REQUEST,
  requested,
  say,
  shown,
  specPull,
  stateOf,
} from "../../support/loop.js";
import { HERE, loopWorld } from "../../support/loop-world.js";
import { person } from "../../support/observed.js";

const here = (body: string, id: number) => sayHere(body, { id, issue: REQUEST, createdAt: `2026-03-01T14:${id}:00Z` });
const quiet = (state: FactoryState) => ({ ...state, inbox: { ...state.inbox, pending: [] } });
const answerOf = (decision: ReturnType<typeof decideOn>, id: number) =>
  decision.pending
    .flatMap((effect) => (effect.kind === "say" && effect.key === `answer:${id}` ? [effect.body] : []))
    .join();

const usage = aUsageLine({ at: NOW, task: null, cost_usd: 0.5 });
const late: JobResult = { events: [{ ...draftedEvent, usage: [usage] }], files: [] };

const PHASES = [
  { phase: "drafting", state: requested, pulls: [] },
  { phase: "awaiting-approval", state: drafted, pulls: [] },
  { phase: "awaiting-approval", state: shown, pulls: [specPull] },
  { phase: "approved", state: approved, pulls: [specPull] },
] as const;

describe.each(PHASES)("a pause before the project starts, while the product is $phase", ({ phase, state, pulls }) => {
  const before = quiet(state);
  const paused = decideOn(before, { pulls, comments: [here("/factory pause", 41)] });

  it("is acknowledged, and nothing else is pending", () => {
    expect(answerOf(paused, 41)).toContain("Paused.");
    expect(pendingKinds(paused)).toEqual(["react", "say", "keep-comment"]);
    const status = paused.pending.at(-1);
    expect(status).toMatchObject({
      body: expect.stringMatching(/Paused: Build it[\s\S]*Waiting for\*\* `\/factory resume`/),
    });
    const body = status?.kind === "keep-comment" ? status.body : "";
    const stickies = [{ key: "status", id: 1, issue: REQUEST, body }];
    expect(decideOn(quiet(stateOf(paused)), { pulls, stickies })).toMatchObject({ events: [], pending: [] });
  });

  it("continues at the same point after resume", () => {
    const resumed = decideOn(stateOf(paused), { pulls, comments: [here("/factory resume", 42)] });
    expect(answerOf(resumed, 42)).toContain("Resumed.");
    expect(resumed.state?.product?.phase).toBe(phase);
    const owedBefore = decideOn(before, { pulls }).pending.filter(({ kind }) => kind !== "keep-comment");
    for (const effect of owedBefore) expect(resumed.pending).toContainEqual(effect);
  });

  it("ends with the request", () => {
    const withdrawn = decideOn(stateOf(paused), { pulls, comments: [here("/factory abort", 42)] });
    expect(withdrawn.state?.product?.phase).toBe("withdrawn");
    expect(withdrawn.state?.paused_since).toBeUndefined();
  });

  it("is answered if it changes nothing", () => {
    const twice = decideOn(stateOf(paused), { pulls, comments: [here("/factory pause", 42)] });
    expect(answerOf(twice, 42)).toContain("It is paused already.");
    const never = decideOn(before, { pulls, comments: [here("/factory resume", 42)] });
    expect(answerOf(never, 42)).toContain("It is not paused");
  });
});

describe("a paused request", () => {
  const paused = stateOf(decideOn(quiet(shown), { pulls: [specPull], comments: [here("/factory pause", 41)] }));

  it("leaves a merge of the spec and an approval on GitHub for later", () => {
    const approvals = [{ by: person("ada"), at: NOW, head: specPull.head }];
    for (const pull of [
      { ...mergedSpec, closedBy: "ada" },
      { ...specPull, approvals },
    ]) {
      expect(kinds(decideOn(paused, { pulls: [pull] }))).toEqual([]);
      const resumed = decideOn(paused, { pulls: [pull], comments: [here("/factory resume", 42)] });
      expect(kinds(resumed)).toContain("spec-approved");
    }
  });

  it("still accepts a decision, and applies it after resume", () => {
    const approval = say("/factory approve", { id: 42, createdAt: "2026-03-01T14:42:00Z" });
    const decided = decideOn(paused, { pulls: [specPull], comments: [approval] });
    expect(decided.state?.product?.phase).toBe("approved");
    expect(pendingKinds(decided)).toEqual(["react", "say", "react", "say", "keep-comment"]);
    const resumed = decideOn(stateOf(decided), { pulls: [specPull], comments: [here("/factory resume", 43)] });
    expect(pendingKinds(resumed)).toContain("merge-pull-request");
  });
});

describe("a pause while a spec is being drafted", () => {
  it("cancels the call, and takes only the cost of a late draft", async () => {
    const asked: { readonly signal: AbortSignal; answer(): void }[] = [];
    const brought: JobResult[] = [];
    const jobs = createInProcessJobs({
      run: (_, __, signal) => new Promise<JobResult>((resolve) => asked.push({ signal, answer: () => resolve(late) })),
      bringBack: async (_, result) => void brought.push(result),
      onError: (error) => {
        throw error;
      },
      later: jobAlarms().later,
    });
    const world = loopWorld({ state: quiet(requested), files: new Map() }, jobs);
    world.see({ requests: [label] });
    await reconcile(HERE, world.ports);
    world.performed();
    world.see({ requests: [label], comments: [here("/factory pause", 41)] });
    await reconcile(HERE, world.ports);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(new Set(world.performed())).toEqual(new Set(["react", "say", "keep-comment"]));
    asked[0]?.answer();
    await jobs.stop();
    expect(brought).toMatchObject([{ events: [{ kind: "calls-charged" }] }]);

    await reconcile(HERE, world.ports, [late]);
    expect(world.state().product?.phase).toBe("drafting");
    expect(world.state().spent.project.known_usd).toBe(0.5);
    expect(asked).toHaveLength(1);
  });
});
