import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { EmbedderUnavailable } from "../../../src/code-index/embedder.js";
import { createLocalEmbedder } from "../../../src/code-index/embeddings/local-embedder.js";

/** A stand-in for the model's thread: a vector is the text's length; some words make it misbehave. */
const THREAD = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ id, texts }) => {
    if (texts.includes("throw")) throw new Error("the model broke");
    if (texts.includes("exit")) process.exit(0);
    if (texts.includes("silence")) return;
    parentPort.postMessage({ id, vectors: texts.map((text) => Float32Array.of(text.length)) });
  });
`;

const started: Worker[] = [];

function anEmbedder() {
  const before = started.length;
  const embedder = createLocalEmbedder({
    start: () => {
      const worker = new Worker(THREAD, { eval: true });
      started.push(worker);
      return worker;
    },
  });
  return { embedder, threads: () => started.length - before };
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()));
});

describe("the local embedder", () => {
  it("starts its thread with the first text, not before, and keeps it", async () => {
    const { embedder, threads } = anEmbedder();
    expect(await embedder.embed([])).toEqual([]);
    expect(threads()).toBe(0);
    await embedder.embed(["a"]);
    await embedder.embed(["b"]);
    expect(threads()).toBe(1);
  });

  it("gives each request its own vectors, in the order of its texts", async () => {
    const { embedder } = anEmbedder();
    const answers = await Promise.all([embedder.embed(["a", "four"]), embedder.embed(["three"])]);
    expect(answers).toEqual([[Float32Array.of(1), Float32Array.of(4)], [Float32Array.of(5)]]);
  });

  it.each([
    ["throw", "failed: the model broke"],
    ["exit", "ended before it answered"],
  ])("fails all that waits when its thread dies by %s, and starts another for the next", async (word, why) => {
    const { embedder, threads } = anEmbedder();
    const outcomes = await Promise.allSettled([embedder.embed(["silence"]), embedder.embed([word])]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining(why) } });
    for (const outcome of outcomes)
      expect(outcome.status === "rejected" && outcome.reason).toBeInstanceOf(EmbedderUnavailable);
    expect(await embedder.embed(["again"])).toEqual([Float32Array.of(5)]);
    expect(threads()).toBe(2);
  });

  it("once stopped fails what waits, and takes no more", async () => {
    const { embedder, threads } = anEmbedder();
    const waiting = expect(embedder.embed(["silence"])).rejects.toThrow(EmbedderUnavailable);
    await embedder.stop();
    await waiting;
    await expect(embedder.embed(["late"])).rejects.toThrow("has been stopped");
    expect(threads()).toBe(1);
  });

  it("can be stopped before it ever ran", async () => {
    const { embedder, threads } = anEmbedder();
    await embedder.stop();
    expect(threads()).toBe(0);
  });
});
