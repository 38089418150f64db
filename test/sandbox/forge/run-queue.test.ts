import { expect, it } from "vitest";
import { createRunQueue, type QueuedRun } from "../../../src/sandbox/forge/run-queue.js";

/** A run that goes on until it is told to end. */
function aRun(id: number, told: string[]) {
  let finish = () => {};
  let fail = (_error: Error) => {};
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const tell = (what: string) => void told.push(`${what} ${id}`);
  const run: QueuedRun = {
    id,
    start() {
      tell("start");
      return {
        done,
        cancel: () => tell("cancel"),
        halt() {
          tell("halt");
          finish();
        },
      };
    },
    drop: async () => tell("drop"),
  };
  return { run, finish: () => finish(), fail: (error: Error) => fail(error) };
}

it("the queue of runs starts as many as there are places, the rest in order as places come free", async () => {
  const told: string[] = [];
  const queue = createRunQueue(2, () => {});
  const runs = [1, 2, 3, 4].map((id) => aRun(id, told));
  for (const { run } of runs) queue.enqueue(run);
  expect(told).toEqual(["start 1", "start 2"]);
  expect(queue.isIdle()).toBe(false);
  runs[1]?.finish();
  await expect.poll(() => told).toEqual(["start 1", "start 2", "start 3"]);
  for (const { finish } of runs) finish();
  await queue.idle();
  expect(told.at(-1)).toBe("start 4");
  expect(queue.isIdle()).toBe(true);
});

it("the queue of runs drops a run that waits, cancels one that goes, and knows no other", async () => {
  const told: string[] = [];
  const queue = createRunQueue(1, () => {});
  const [first, second] = [aRun(1, told), aRun(2, told)];
  queue.enqueue(first.run);
  queue.enqueue(second.run);
  expect([queue.cancel(2), queue.cancel(1), queue.cancel(3)]).toEqual([true, true, false]);
  first.finish();
  await queue.idle();
  expect(told).toEqual(["start 1", "drop 2", "cancel 1"]);
});

it("the queue of runs goes on after a run that broke, and says which", async () => {
  const log: string[] = [];
  const told: string[] = [];
  const queue = createRunQueue(1, (line) => log.push(line));
  const [first, second] = [aRun(1, told), aRun(2, told)];
  queue.enqueue(first.run);
  queue.enqueue(second.run);
  first.fail(new Error("out of luck"));
  second.finish();
  await queue.idle();
  expect(told).toEqual(["start 1", "start 2"]);
  expect(log.join()).toContain("run 1 broke: Error: out of luck");
});

it("the queue of runs ends what goes at once when it stops, and starts nothing more", async () => {
  const told: string[] = [];
  const queue = createRunQueue(1, () => {});
  queue.enqueue(aRun(1, told).run);
  queue.enqueue(aRun(2, told).run);
  await queue.stop();
  expect(told).toEqual(["start 1", "halt 1"]);
});
