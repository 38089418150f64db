/** The task's story told by an App in trouble: what it left behind, and whether every commit on the way was sound. */
import { findRepository } from "../../src/sandbox/forge/lookup.js";
import type { BuiltApp } from "./app-process.js";
import { type CrashingApp, startCrashingApp } from "./crashing-app.js";
import type { FactoryWorld } from "./factory-world.js";
import { makeTrouble, strikeOf, type Trouble } from "./random-trouble.js";
import { brokenInvariants } from "./state-invariants.js";
import { type LeftBehind, tellTask } from "./task-story.js";

export type TroubledTelling = {
  readonly left: LeftBehind;
  readonly broken: readonly string[];
  readonly commits: number;
  readonly deaths: number;
  /** What went wrong, in order, in words. */
  readonly struck: readonly string[];
};

const NO_TROUBLE: Trouble = { plan: { seed: 0, requests: [], deliveries: [] }, deaths: [] };
/** As often as a short test can afford: what a lost delivery costs. */
const SWEEP_MINUTES = "0.01";

export async function tellInTrouble(built: BuiltApp, trouble: Trouble = NO_TROUBLE): Promise<TroubledTelling> {
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
  const { left, app } = await tellTask(start, async ({ forge, as, at }) => {
    end();
    const repository = findRepository(forge.hub.state, at.owner, at.repo);
    if (repository === undefined) throw new Error("the forge has lost its repository");
    const { data } = await as("admin").rest.git.getRef({ ...at, ref: "heads/factory/state" });
    Object.assign(seen, await brokenInvariants(forge.hub.git(repository).directory, data.object.sha));
  });
  return { left, ...seen, deaths: app.counts().deaths };
}
