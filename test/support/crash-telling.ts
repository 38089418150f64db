/** Stories told by an App that dies when a strike says so. */
import type { BuiltApp } from "./app-process.js";
import { type Strike, startCrashingApp } from "./crashing-app.js";
import { startFactoryWorld } from "./factory-world.js";
import { outcomeOf, tellStory } from "./product-story.js";
import { THREE_MODULES, tellTask } from "./task-story.js";

export type CrashTold = {
  readonly outcome: unknown;
  readonly requests: number;
  readonly deaths: number;
};

/** A product, from its set-up to its first task. */
export async function tellCrashing(built: BuiltApp, strike: Strike) {
  const world = await startFactoryWorld();
  const app = await startCrashingApp(built, world, strike);
  try {
    await tellStory(world, app.up);
    return { outcome: await outcomeOf(world), ...app.counts() };
  } finally {
    await app.stop();
    await world.stop();
  }
}

/** A task of three modules, with a revision and an amendment, to its release: what is left, and which answers were taken. */
async function tellTaskCrashing(built: BuiltApp, strike: Strike) {
  const { left, app } = await tellTask((world) => startCrashingApp(built, world, strike), undefined, THREE_MODULES);
  return { outcome: left, ...app.counts() };
}

export const CRASH_STORIES = {
  story: tellCrashing,
  task: tellTaskCrashing,
} as const satisfies Record<string, (built: BuiltApp, strike: Strike) => Promise<CrashTold>>;
