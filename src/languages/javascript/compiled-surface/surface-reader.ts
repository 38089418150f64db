import type { Worker } from "node:worker_threads";
import { CompiledSurface, type SurfaceQuestion } from "../../../domain/contract/compiled-surface.js";
import { messageOf } from "../../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { startWorker } from "../../../workers/start-worker.js";
import { compileSurface } from "./compile-surface.js";

/** Some types would keep the compiler busy for ever. Realistic types take a tenth of this time. */
const PATIENCE_MS = 60_000;
/** A compiler that was just used is likely to be used again. An idle one only takes memory. */
const IDLE_MS = 30_000;
const MEMORY_MB = 512;

export type SurfaceReader = {
  read(question: SurfaceQuestion): Promise<Outcome<CompiledSurface>>;
  stop(): Promise<void>;
};

/** When run from source, a thread would transpile all imports for seconds, so the compiler shares this thread. */
const IS_BUILT = !import.meta.url.endsWith(".ts");

export function createSurfaceReader(): SurfaceReader {
  if (IS_BUILT) return createThreadedReader();
  return { read: async (question) => accept(compileSurface(question)), stop: async () => {} };
}

/**
 * A compiler in its own thread. It gets one question at a time, and is ended if a question takes too much time or
 * memory.
 */
export function createThreadedReader({ patienceMs = PATIENCE_MS, idleMs = IDLE_MS } = {}): SurfaceReader {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  function ask(question: SurfaceQuestion): Promise<Outcome<CompiledSurface>> {
    clearTimeout(idle);
    worker ??= startWorker(new URL("./surface-worker.js", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const asked = worker;
    asked.ref();
    return new Promise((resolve) => {
      const settle = (outcome: Outcome<CompiledSurface>) => {
        clearTimeout(timer);
        asked.off("message", answered).off("error", failed).off("exit", ended);
        asked.unref();
        resolve(outcome);
      };
      const fail = (why: string) => {
        settle(refuse("surface-unreadable", `the compiler ${why} over ${question.entry}`));
        void end();
      };
      const answered = (surface: unknown) => {
        settle(accept(CompiledSurface.parse(surface)));
        idle = setTimeout(() => void end(), idleMs).unref();
      };
      const failed = (error: unknown) => fail(`failed (${messageOf(error)})`);
      const ended = () => fail("ended");
      const timer = setTimeout(() => fail(`did not finish within ${patienceMs / 1000} seconds`), patienceMs);
      asked.on("message", answered).on("error", failed).on("exit", ended);
      asked.postMessage(question);
    });
  }

  return {
    read(question) {
      const answer = last.then(() => ask(question));
      last = answer;
      return answer;
    },
    stop: end,
  };
}
