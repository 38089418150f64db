import { availableParallelism, loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** One run of the fixed loop, in milliseconds: by the clock, and of the processor. */
export type LoopRun = { readonly wall: number; readonly cpu: number };

/** How much else the machine does, seen from one process. */
export type Noise = {
  /** The slowest run of a fixed loop beside its fastest. */
  readonly spread: number;
  /** Time by the clock for each unit of time of the processor. */
  readonly waiting: number;
  /** Processes that wanted a processor during the last minute, on average. */
  readonly load: number;
  readonly processors: number;
};

const RUNS = 30;
const ITERATIONS = 12_000_000;
const PAUSE_MS = 10;
/** What a machine shows that does nothing else stays well below both. */
const QUIET = { spread: 1.5, waiting: 1.1 };

/** The same work again and again, with pauses between, so that it sees about a second of what others do. */
export async function measureNoise(): Promise<Noise> {
  const runs: LoopRun[] = [];
  for (let run = -3; run < RUNS; run += 1) {
    const cpuBefore = process.cpuUsage();
    const before = performance.now();
    fixedLoop();
    const wall = performance.now() - before;
    const { user, system } = process.cpuUsage(cpuBefore);
    // The first ones are slow because they are not compiled yet.
    if (run >= 0) runs.push({ wall, cpu: (user + system) / 1_000 });
    await sleep(PAUSE_MS);
  }
  return { ...noiseOf(runs), load: loadavg()[0] ?? 0, processors: availableParallelism() };
}

export function noiseOf(runs: readonly LoopRun[]): Pick<Noise, "spread" | "waiting"> {
  const walls = runs.map(({ wall }) => wall);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    spread: Math.max(...walls) / Math.min(...walls),
    // The clock and the processor are read one after the other: less than all of the time is none of it waited.
    waiting: Math.max(1, sum(walls) / sum(runs.map(({ cpu }) => cpu))),
  };
}

export function isLoaded({ spread, waiting }: Pick<Noise, "spread" | "waiting">): boolean {
  return spread > QUIET.spread || waiting > QUIET.waiting;
}

export function describeNoise(noise: Noise): string {
  const { spread, waiting, load, processors } = noise;
  const loop = `a fixed loop took ${spread.toFixed(2)} times its fastest run at worst`;
  const clock = `${waiting.toFixed(2)} s by the clock for each second of the processor`;
  return `${isLoaded(noise) ? "under load" : "quiet"}: ${loop}, ${clock}; load ${load.toFixed(1)} on ${processors} processors`;
}

function fixedLoop(): number {
  let hash = 7;
  for (let round = 0; round < ITERATIONS; round += 1) hash = (Math.imul(hash, 31) + round) | 0;
  return hash;
}
