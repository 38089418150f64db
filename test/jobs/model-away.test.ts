import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../src/code-index/code-index.js";
import type { UsageLine } from "../../src/domain/artifacts/usage-ledger.js";
import { LimitedUntil } from "../../src/domain/errors.js";
import type { JobResult } from "../../src/engine/ports.js";
import { reconcile } from "../../src/engine/reconcile/reconcile.js";
import { runJob } from "../../src/jobs/run-job.js";
import type { Limited, RoleOutcome } from "../../src/model/model-port.js";
import { createOpenAccounts } from "../../src/roles/asking/open-accounts.js";
import type { RunPorts } from "../../src/roles/reading/job-ports.js";
import { createInProcessJobs } from "../../src/server/coordination/in-process-jobs.js";
import { jobAlarms } from "../support/alarms.js";
import { aUsageLine } from "../support/artifacts.js";
import { readerOf } from "../support/job-ports.js";
import { label, NOW, requested } from "../support/loop.js";
import { HERE, loopWorld } from "../support/loop-world.js";
import { validSpec } from "../support/product-spec.js";

type Said = RoleOutcome<unknown> | Limited;

const FREE = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, cost_usd: 0 };
const line = (changes: Partial<UsageLine>) => aUsageLine({ at: NOW, task: null, module: null, ...changes });
const overloaded: Said = {
  kind: "overloaded",
  why: "The model's provider failed with status 529: Overloaded.",
  usage: [line({ ...FREE, outcome: "overloaded" })],
};
const answered: Said = { kind: "answered", value: validSpec(), sources: [], usage: [line({})] };

/** A request whose spec is being drafted by a model that says what the test says next; minutes pass when it says so. */
function drafting(settings = "") {
  const says: Said[] = [];
  const brought: JobResult[] = [];
  const { later, alarms } = jobAlarms();
  const pending: Promise<unknown>[] = [];
  let minutes = 0;
  let asked = 0;
  let failure: unknown;
  const accounts = createOpenAccounts();
  const clock = { now: () => new Date(Date.parse(NOW) + minutes * 60_000).toISOString() };
  const jobs = createInProcessJobs({
    later,
    run: (repository, effect, signal) => {
      const ran = runJob(repository, effect, { ...ports(), signal });
      pending.push(ran.catch(() => {}));
      return ran;
    },
    bringBack: async (_, result) => void brought.push(result),
    onError: (error) => {
      failure = error;
    },
  });
  const bodies: string[] = [];
  const world = loopWorld({ state: requested, files: new Map() }, jobs, (effect) => {
    if (effect.kind === "keep-comment") bodies.push(effect.body);
    return false;
  });
  world.see({ requests: [label] });
  function ports(): Omit<RunPorts, "signal"> {
    return {
      state: { ...world.ports.state, readBlob: async () => "# A product\n" },
      reader: readerOf({ ".factory/config.yml": settings }),
      model: {
        name: "fake",
        webSearch: { offered: false, why: "it is a fake" },
        ask: async () => {
          asked += 1;
          const said = says.shift();
          if (said === undefined) throw new LimitedUntil(Date.parse(NOW) + 120_000, "GitHub limits this installation");
          return said as never;
        },
      },
      clock,
      forge: { perform: async () => false },
      indexOf: () => ({ search: async () => [] }) as unknown as CodeIndex,
      surfaceOf: () => Promise.reject(new Error("nothing is compiled here")),
      boundaryFor: () => "boundary",
      accounts,
      inTurn: (_, act) => act(),
    };
  }
  return {
    says,
    state: world.state,
    alarms,
    asked: () => asked,
    status: () => bodies.at(-1) ?? "",
    pass: (more: number) => {
      minutes += more;
    },
    /** One reconcile with whatever came back, and what it started. Gives what that brought. */
    async look(): Promise<readonly JobResult[]> {
      await reconcile(HERE, { ...world.ports, clock }, brought.splice(0));
      await Promise.all(pending.splice(0));
      await new Promise((resolve) => setImmediate(resolve));
      if (failure !== undefined) throw failure;
      return [...brought];
    },
  };
}

describe("a model that is overloaded", () => {
  it("leaves the question open, is paid and waited for, and the status says so; then it is asked once more", async () => {
    const world = drafting();
    world.says.push(overloaded, answered);
    await world.look();
    await world.look();
    expect(world.state().product?.phase).toBe("drafting");
    expect(world.state().spent.project.calls).toBe(1);
    expect(world.status()).toContain(
      "the model, which is asked again by itself until 2026-03-01 13:00:00 UTC: The model's provider failed with status 529",
    );
    expect(world.asked()).toBe(1);
    world.alarms[0]?.ring();
    await world.look();
    await world.look();
    expect(world.asked()).toBe(2);
    expect(world.state().product?.phase).toBe("awaiting-approval");
    expect(world.state()).not.toHaveProperty("postponed");
  });

  it("commits nothing for a further try that cost nothing, and what it cost for one that did", async () => {
    const world = drafting();
    world.says.push(overloaded, overloaded, { ...overloaded, usage: [line({}), ...overloaded.usage] });
    await world.look();
    await world.look();
    world.pass(1);
    world.alarms[0]?.ring();
    expect(await world.look()).toEqual([]);
    world.pass(1);
    world.alarms[1]?.ring();
    expect(await world.look()).toMatchObject([{ events: [{ kind: "question-postponed", usage: [{}, {}] }] }]);
    await world.look();
    expect(world.state().spent.project.calls).toBe(3);
    expect(Object.values(world.state().postponed ?? {})).toMatchObject([{ since: "2026-03-01T12:00:00.000Z" }]);
  });

  it("is a failure after an hour, and not before", async () => {
    const world = drafting();
    let tries = 0;
    while (world.state().product?.phase === "drafting" && tries < 20) {
      world.says.push(overloaded);
      await world.look();
      await world.look();
      const alarm = world.alarms[tries];
      if (alarm !== undefined) world.pass([1, 1, 2, 4, 8, 15, 15, 14][tries] ?? 0);
      alarm?.ring();
      tries += 1;
    }
    expect(world.state().product).toMatchObject({ phase: "stuck", why: expect.stringContaining("529") });
    expect(world.asked()).toBe(9);
  });

  it("is a failure at once where the repository wants to hear of the first crash", async () => {
    const world = drafting("failure_actions:\n  impl-crash: escalate\n");
    world.says.push(overloaded);
    await world.look();
    await world.look();
    expect(world.state().product?.phase).toBe("stuck");
  });

  it("cannot be told from one that cannot be reached", async () => {
    const world = drafting();
    const why = "The connection to the model broke: Connection error.";
    world.says.push({ kind: "failed", why, passing: {}, usage: [line({ ...FREE, outcome: "failed" })] });
    await world.look();
    await world.look();
    expect(world.state().product?.phase).toBe("drafting");
    expect(world.status()).toContain(why);
  });
});

describe("a limit of GitHub's that a job meets", () => {
  it("is waited for, and what its calls cost is paid", async () => {
    const world = drafting();
    const until = "2026-03-01T12:10:00.000Z";
    world.says.push({ kind: "limited", until, limit: "GitHub limits this installation", usage: [line({})] });
    expect(await world.look()).toMatchObject([{ events: [{ kind: "calls-charged", usage: [{}] }] }]);
    await world.look();
    expect(world.alarms.map(({ ms }) => ms)).toEqual([600_000]);
    expect(world.state().product?.phase).toBe("drafting");
    expect(world.asked()).toBe(1);
  });

  it("is waited for where no model was asked, too", async () => {
    const world = drafting();
    expect(await world.look()).toEqual([]);
    await world.look();
    expect(world.alarms.map(({ ms }) => ms)).toEqual([120_000]);
    expect(world.asked()).toBe(1);
  });
});
