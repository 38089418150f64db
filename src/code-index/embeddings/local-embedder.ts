import type { Worker } from "node:worker_threads";
import { messageOf } from "../../domain/errors.js";
import { startWorker } from "../../workers/start-worker.js";
import { type Embedder, EmbedderUnavailable } from "../embedder.js";
import { MINILM_SPACE } from "./minilm-space.js";
import type { MiniLmAnswer, MiniLmRequest } from "./minilm-worker.js";

type Waiting = {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: EmbedderUnavailable) => void;
};

/** A running worker and its pending requests. */
type Running = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

/**
 * The model inside the App: no key, no network. Its thread starts with the first text. An idle thread does not keep the
 * process alive. When a thread dies, its pending requests fail, and the next text starts another thread.
 */
export function createLocalEmbedder({
  start = () => startWorker(new URL("./minilm-worker.js", import.meta.url)),
}: {
  readonly start?: () => Worker;
} = {}): Embedder {
  let running: Running | undefined;
  let lastId = 0;
  let stopped = false;

  function run(): Running {
    const worker = start();
    const started: Running = { worker, waiting: new Map() };
    const fail = (why: string, cause?: unknown) => {
      if (running === started) running = undefined;
      for (const { reject } of started.waiting.values())
        reject(new EmbedderUnavailable(`The local embedder ${why}.`, { cause }));
      started.waiting.clear();
    };
    worker.on("message", ({ id, vectors }: MiniLmAnswer) => {
      started.waiting.get(id)?.resolve(vectors);
      started.waiting.delete(id);
      if (started.waiting.size === 0) worker.unref();
    });
    worker.on("error", (error) => fail(`failed: ${messageOf(error)}`, error));
    worker.on("exit", () => fail("ended before it answered"));
    worker.unref();
    return started;
  }

  return {
    ...MINILM_SPACE,
    embed(texts) {
      if (stopped) return Promise.reject(new EmbedderUnavailable("The local embedder has been stopped."));
      if (texts.length === 0) return Promise.resolve([]);
      running ??= run();
      const { worker, waiting } = running;
      lastId += 1;
      const request: MiniLmRequest = { id: lastId, texts };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        worker.ref();
        worker.postMessage(request);
      });
    },
    async stop() {
      stopped = true;
      await running?.worker.terminate();
    },
  };
}
