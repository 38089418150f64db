import { parentPort } from "node:worker_threads";
import { loadMiniLm } from "./minilm.js";

/** The worker's requests and responses; `id` pairs them. */
export type MiniLmRequest = { readonly id: number; readonly texts: readonly string[] };
export type MiniLmAnswer = { readonly id: number; readonly vectors: readonly Float32Array[] };

if (parentPort === null) throw new Error("the embedding worker must be started as a worker thread");
const port = parentPort;
const model = await loadMiniLm();
port.on("message", ({ id, texts }: MiniLmRequest) => {
  const vectors = texts.map((text) => model.embed(text));
  port.postMessage({ id, vectors } satisfies MiniLmAnswer);
});
