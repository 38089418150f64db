/** The task's story with an App in trouble: its result, and whether every commit on the way was valid. */
import { findRepository } from "../../src/sandbox/forge/lookup.js";
import type { BuiltApp } from "./app-process.js";
import { type CrashingApp, startCrashingApp } from "./crashing-app.js";
import type { FactoryWorld } from "./factory-world.js";
import { makeTrouble, strikeOf, type Trouble } from "./random-trouble.js";
import { brokenInvariants } from "./state-invariants.js";
import { type LeftBehind, runTask } from "./task-story.js";

export type TroubledRun = {
  readonly left: LeftBehind;
  readonly broken: readonly string[];
  readonly commits: number;
  readonly deaths: number;
  /** The faults that happened, in order, in words. */
  readonly struck: readonly string[];
};

const NO_TROUBLE: Trouble = { plan: { seed: 0, requests: [], deliveries: [] }, deaths: [] };
/** As often as possible, because lost deliveries wait for the next sweep. */
const SWEEP_MINUTES = "0.01";

export async function runInTrouble(built: BuiltApp, trouble: Trouble = NO_TROUBLE): Promise<TroubledRun> {
  const seen: { struck: readonly string[]; commits: number; broken: readonly string[] } = {
    struck: [],
    commits: 0,
    broken: [],
  };
  let end = () => {};
  const start = async (world: FactoryWorld): Promise<CrashingApp> => {
    const made = makeTrouble(world.forge, trouble);
    seen.struck = made.struck;
    end = made.end;
    const sweeping = { ...world, variables: async () => ({ ...(await world.variables()), SWEEP_MINUTES }) };
    return startCrashingApp(built, sweeping, strikeOf(trouble, "write"), strikeOf(trouble, "read"));
  };
  const { left, app } = await runTask(start, async ({ forge, as, at }) => {
    end();
    const repository = findRepository(forge.hub.state, at.owner, at.repo);
    if (repository === undefined) throw new Error("the forge has lost its repository");
    const { data } = await as("admin").rest.git.getRef({ ...at, ref: "heads/factory/state" });
    Object.assign(seen, await brokenInvariants(forge.hub.git(repository).directory, data.object.sha));
  });
  return { left, ...seen, deaths: app.counts().deaths };
}
