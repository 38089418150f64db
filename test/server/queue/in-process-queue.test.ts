import { describe, expect, it } from "vitest";
import { createInProcessQueue } from "../../../src/server/queue/in-process-queue.js";

/** A worker whose runs end when the test says so. */
function workshop() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (item: string) =>
    new Promise<void>((resolve) => {
      started.push(item);
      ends.push(resolve);
    });
  return { started, run, endNext: () => ends.shift()?.() };
}

const SORTED = { keyOf: (item: string) => item.charAt(0), groupOf: (item: string) => item.charAt(0) };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the queue inside the process", () => {
  it("runs one at a time for each key, and once more for all that arrived meanwhile", async () => {
    const { started, run, endNext } = workshop();
    const queue = createInProcessQueue({ ...SORTED, run, onError: () => {}, concurrency: 4 });
    for (const item of ["a1", "a2", "a3"]) await queue.enqueue([item]);
    expect(started).toEqual(["a1"]);
    endNext();
    await turn();
    expect(started).toEqual(["a1", "a3"]);
    endNext();
    await queue.idle();
    expect(started).toEqual(["a1", "a3"]);
  });

  it("runs different keys in parallel, up to its limit", async () => {
    const { started, run, endNext } = workshop();
    const queue = createInProcessQueue({ ...SORTED, run, onError: () => {}, concurrency: 2 });
    await queue.enqueue(["a", "b", "c"]);
    expect(started).toEqual(["a", "b"]);
    endNext();
    await turn();
    expect(started).toEqual(["a", "b", "c"]);
  });

  it("does not let one owner block another", async () => {
    const { started, run, endNext } = workshop();
    const byOwner = { keyOf: (item: string) => item, groupOf: (item: string) => item.charAt(0) };
    const queue = createInProcessQueue({ ...byOwner, run, onError: () => {}, concurrency: 2 });
    await queue.enqueue(["a1", "a2", "a3", "a4", "b1", "c1"]);
    expect(started).toEqual(["a1", "b1"]);
    endNext();
    await turn();
    endNext();
    await turn();
    expect(started).toEqual(["a1", "b1", "a2", "c1"]);
  });

  it("continues after a failure, which it reports", async () => {
    const failures: unknown[] = [];
    const queue = createInProcessQueue<string>({
      ...SORTED,
      run: (item) => (item === "bad" ? Promise.reject(new Error("broken")) : Promise.resolve()),
      onError: (error, item) => failures.push([item, String(error)]),
      concurrency: 1,
    });
    await queue.enqueue(["bad", "good"]);
    await queue.idle();
    expect(failures).toEqual([["bad", "Error: broken"]]);
  });

  it("takes nothing more after its stop, and waits for running work", async () => {
    const { started, run, endNext } = workshop();
    const queue = createInProcessQueue({ ...SORTED, run, onError: () => {}, concurrency: 1 });
    await queue.enqueue(["a", "b"]);
    const stopped = queue.stop();
    await queue.enqueue(["c"]);
    endNext();
    await stopped;
    expect(started).toEqual(["a"]);
  });
});
