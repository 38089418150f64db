/** Stories with an App that a strike kills. */
import type { BuiltApp } from "./app-process.js";
import { type Strike, startCrashingApp } from "./crashing-app.js";
import { startFactoryWorld } from "./factory-world.js";
import { outcomeOf, runStory } from "./product-story.js";
import { runTask, TWO_MODULES } from "./task-story.js";

export type CrashedRun = {
  readonly outcome: unknown;
  readonly requests: number;
  readonly deaths: number;
};

/** Builds a product from its set-up to its first task. */
export async function runCrashingStory(built: BuiltApp, strike: Strike) {
  const world = await startFactoryWorld();
  const app = await startCrashingApp(built, world, strike);
  try {
    await runStory(world, app.up);
    return { outcome: await outcomeOf(world), ...app.counts() };
  } finally {
    await app.stop();
    await world.stop();
  }
}

/**
 * A task of two modules with a revision and an amendment, up to its release. Returns what is left and which answers
 * were used.
 */
async function runCrashingTask(built: BuiltApp, strike: Strike) {
  const { left, app } = await runTask((world) => startCrashingApp(built, world, strike), undefined, TWO_MODULES);
  return { outcome: left, ...app.counts() };
}

export const CRASH_STORIES = {
  story: runCrashingStory,
  task: runCrashingTask,
} as const satisfies Record<string, (built: BuiltApp, strike: Strike) => Promise<CrashedRun>>;
