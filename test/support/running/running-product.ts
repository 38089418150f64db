/** Runs a product in memory: the real reconcile on a state branch and a GitHub in memory. A test ends each job. */

import { STATE_PATH } from "../../../src/domain/gates/state-paths.js";
import { orThrow } from "../../../src/domain/refusal.js";
import { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobEffect, JobResult, StateStore } from "../../../src/engine/ports.js";
import { reconcile, type Settled } from "../../../src/engine/reconcile/reconcile.js";
import type { Ports } from "../../../src/engine/reconcile/reconcile-ports.js";
import { DRAFT_PATH } from "../../../src/features/spec/draft-paths.js";
import { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { readConfig } from "../../../src/yaml/read-config.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { approved, mergedSpec } from "../loop.js";
import { HERE } from "../loop-world.js";
import { specOfTasks, specTask } from "../product-spec.js";
import { answerJob, type JobEnding } from "./job-answers.js";
import { Crash, type HubOptions, memoryHub } from "./memory-hub.js";
import { memoryStore } from "./memory-store.js";

/** Three tasks. The second depends on the first, the third on none. */
const DRAFT = specOfTasks([specTask(1), specTask(2, { depends_on: ["TSK-001"] }), specTask(3)]);

export type RunningProduct = Awaited<ReturnType<typeof runningProduct>>;

/** The state before anything runs: an approved spec. */
export type Beginning = { readonly state: FactoryState; readonly files: ReadonlyMap<string, string> };
const BEGINNING: Beginning = { state: approved, files: new Map([[DRAFT_PATH, writeYaml(DRAFT, ProductSpec)]]) };

/** The state is kept in memory unless a test provides a store. */
export async function runningProduct(
  chance: Omit<HubOptions, "now">,
  openStore: (beginning: Beginning) => Promise<StateStore> = memoryStore,
) {
  let minute = 0;
  const now = () => new Date(Date.UTC(2026, 2, 2, 0, minute)).toISOString().replace(".000Z", "Z");
  const hub = memoryHub({ ...chance, now });
  const config = orThrow(readConfig(chance.configText));
  const store = await openStore(BEGINNING);
  let { state } = BEGINNING;
  let unread: string | undefined;
  let commits = 0;
  /** The state is read on demand, so that it does not slow down measurements. */
  const stateNow = () => {
    if (unread !== undefined) state = readState(unread);
    unread = undefined;
    return state;
  };
  const running = new Map<string, JobEffect>();
  /** What calls have cost. `doubtful` is the cost of calls whose result was lost with the process. */
  const bill = { sure: 0, doubtful: 0 };

  const ports: Ports = {
    clock: { now },
    setupKit: null,
    backOff: async () => {},
    jobs: {
      start: (_, effect) => void running.set(effect.key, effect),
      cancelAll: () => running.clear(),
    },
    state: {
      ...store,
      async commit(repository, commit) {
        const result = await store.commit(repository, commit);
        if (result.kind !== "committed") return result;
        commits += 1;
        unread = commit.files.find(({ path }) => path === STATE_PATH)?.text;
        return result;
      },
    },
    forge: {
      observe: async (_, query) => {
        const seen = hub.observe(query);
        return { ...seen, pulls: [mergedSpec, ...seen.pulls] };
      },
      perform: (_, effect) => hub.perform(effect),
    },
  };

  /** One reconcile with the results of jobs. If the process dies, the next reconcile gets the same results. */
  async function look(given: readonly JobResult[] = []): Promise<Settled | "died"> {
    minute += 1;
    try {
      return await reconcile(HERE, ports, given);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      running.clear(); // they die with it, and are owed again
      return "died";
    }
  }

  return {
    hub,
    config,
    look,
    state: stateNow,
    /** State commits so far. */
    commits: () => commits,
    jobs: () => [...running.keys()],
    /** The running jobs. */
    pending: (): readonly JobEffect[] => [...running.values()],
    observed: ports.forge.observe,
    now,
    /** Ends a job and delivers its result. */
    async finish(key: string, ending: JobEnding): Promise<Settled | "died"> {
      const effect = running.get(key);
      if (effect === undefined) return look();
      running.delete(key);
      const result = answerJob(effect, stateNow(), now(), ending);
      const settled = await look([result]);
      bill[settled === "died" ? "doubtful" : "sure"] += costOf(result);
      return settled;
    },
    bill: bill as Readonly<typeof bill>,
  };
}

function costOf({ events }: JobResult): number {
  const lines = events.flatMap((event) => {
    const said = "event" in event ? event.event : event;
    return "usage" in said ? (said.usage ?? []) : [];
  });
  return lines.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
}

/** Other tests show that state can be written and read again. */
export function readState(text: string): FactoryState {
  const read = readYaml(STATE_PATH, text, FactoryState);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
}
