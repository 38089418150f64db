import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../../src/code-index/code-index.js";
import { Refused } from "../../../src/domain/refusal.js";
import type { JobResult } from "../../../src/engine/ports.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import { runJob } from "../../../src/jobs/run-job.js";
import { createOpenAccounts } from "../../../src/roles/asking/open-accounts.js";
import { createInProcessJobs } from "../../../src/server/coordination/in-process-jobs.js";
import { jobAlarms } from "../../support/alarms.js";
import { projectFiles, pullsWith } from "../../support/halted.js";
import { readerOf } from "../../support/job-ports.js";
import { FIRST_TASK, label, NOW, planning, requested } from "../../support/loop.js";
import { HERE, loopWorld } from "../../support/loop-world.js";

/** A repository whose jobs all fail, each with what the test says next. */
function failing(state: typeof planning, errors: readonly unknown[]) {
  const brought: JobResult[] = [];
  const pending: Promise<unknown>[] = [];
  const bodies: string[] = [];
  const logged: unknown[] = [];
  const { later, alarms } = jobAlarms();
  let minutes = 0;
  let tries = 0;
  const clock = { now: () => new Date(Date.parse(NOW) + minutes * 60_000).toISOString() };
  const jobs = createInProcessJobs({
    later,
    run: (repository, effect, signal) => {
      const ran = runJob(repository, effect, {
        state: { ...world.ports.state, readBlob: async () => "# A product\n" },
        reader: {
          ...readerOf({}),
          tree: async () => {
            const error = errors[Math.min(tries, errors.length - 1)];
            tries += 1;
            throw error;
          },
        },
        model: {
          name: "fake",
          webSearch: { offered: false, why: "it is a fake" },
          ask: () => Promise.reject(new Error("nothing is asked here")),
        },
        clock,
        forge: { perform: async () => false },
        indexOf: () => ({ search: async () => [] }) as unknown as CodeIndex,
        surfaceOf: () => Promise.reject(new Error("nothing is compiled here")),
        boundaryFor: () => "boundary",
        accounts: createOpenAccounts(),
        inTurn: (_, act) => act(),
        signal,
      });
      pending.push(ran.catch(() => {}));
      return ran;
    },
    bringBack: async (_, result) => void brought.push(result),
    onError: (error) => logged.push(error),
  });
  const files = new Map(projectFiles.map(({ path, text }) => [path, text]));
  const world = loopWorld({ state, files }, jobs, (effect) => {
    if (effect.kind === "keep-comment" || effect.kind === "say") bodies.push(effect.body);
    return false;
  });
  world.see({ pulls: state.project === null ? [] : pullsWith({}), requests: [label] });
  return {
    state: world.state,
    bodies,
    logged,
    tries: () => tries,
    /** One try, and the reconcile that takes its result; then the time of the next try has come. */
    async once(): Promise<void> {
      for (const _ of [1, 2]) {
        await reconcile(HERE, { ...world.ports, clock }, brought.splice(0));
        await Promise.all(pending.splice(0));
        await new Promise((resolve) => setImmediate(resolve));
      }
      minutes += 2;
      for (const alarm of alarms.splice(0)) alarm.ring();
    },
  };
}

const BUG = new TypeError("tests.1.name is listed twice");

describe("a job that throws", () => {
  it("halts its task after the same error three times, and the card names job and error", async () => {
    const world = failing(planning, [BUG]);
    await world.once();
    await world.once();
    expect(world.state().work[FIRST_TASK]?.stage.stage).toBe("planning");
    expect(world.bodies.join("\n")).toContain("which failed 2 times with the same error");
    await world.once();
    expect(world.state().work[FIRST_TASK]?.stage).toMatchObject({
      stage: "halted",
      cause: { kind: "job-failed", job: "ask-role (plan)", times: 3, last_error: BUG.message },
    });
    expect(world.state()).not.toHaveProperty("failing_jobs");
    expect(world.bodies.join("\n")).toContain("failed 3 times: tests.1.name is listed twice");
    expect(world.logged).toEqual([BUG, BUG, BUG]);
    await world.once();
    expect(world.tries()).toBe(3);
  });

  it("restarts its count when the error is another one", async () => {
    const world = failing(planning, [BUG, BUG, new Error("something else"), BUG, BUG]);
    for (const _ of [1, 2, 3, 4, 5]) await world.once();
    expect(world.state().work[FIRST_TASK]?.stage.stage).toBe("planning");
    await world.once();
    expect(world.state().work[FIRST_TASK]?.stage.stage).toBe("halted");
  });

  it("is not counted while GitHub is away: the task goes on when it is back", async () => {
    const away = Object.assign(new Error("Bad gateway"), { status: 502 });
    const world = failing(planning, [away]);
    for (const _ of [1, 2, 3, 4]) await world.once();
    expect(world.tries()).toBeGreaterThanOrEqual(4);
    expect(world.state().work[FIRST_TASK]?.stage.stage).toBe("planning");
    expect(world.state()).not.toHaveProperty("failing_jobs");
  });

  it("is not counted where it refuses a person's file: that has a comment of its own", async () => {
    const world = failing(planning, [new Refused({ code: "bad-yaml", message: ".factory/config.yml: line 3" })]);
    for (const _ of [1, 2, 3, 4]) await world.once();
    expect(world.state().work[FIRST_TASK]?.stage.stage).toBe("planning");
    expect(world.state()).not.toHaveProperty("failing_jobs");
  });

  it("ends the draft of a spec, and the status says why", async () => {
    const world = failing(requested, [BUG]);
    for (const _ of [1, 2, 3]) await world.once();
    expect(world.state().product).toMatchObject({ phase: "stuck", why: expect.stringContaining(BUG.message) });
    expect(world.tries()).toBe(3);
  });
});
