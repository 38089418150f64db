import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { endLeftovers } from "../../../../src/sandbox/runner/process/end-leftovers.js";
import { runningProcesses } from "../../../../src/sandbox/runner/process/process-table.js";

const started: ChildProcess[] = [];

/** Starts bash in a session of its own and waits until it says it is ready. */
const start = async (script: string, env: Record<string, string> = {}): Promise<number> => {
  const child = spawn("bash", ["-c", script], {
    detached: true,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  await once(child.stdout ?? child, "data");
  return child.pid ?? 0;
};

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

const isRunning = (pid: number) => (runningProcesses() ?? []).some((running) => running.pid === pid);

describe("what a job left running", () => {
  it("is found by its session and ended", async () => {
    const pid = await start("echo ready; sleep 60");
    const ended = await endLeftovers({ sessions: [pid], trackingId: "none" });
    expect(ended.map((process) => process.pid)).toContain(pid);
    expect(isRunning(pid)).toBe(false);
    expect((runningProcesses() ?? []).filter(({ session }) => session === pid)).toEqual([]);
  });

  it("is found by its tracking id when it left its session", async () => {
    const pid = await start("echo ready; sleep 60; true", { RUNNER_TRACKING_ID: "factory_test_1" });
    await endLeftovers({ sessions: [], trackingId: "factory_test_1" });
    expect(isRunning(pid)).toBe(false);
  });

  it("is not looked for among the processes of others", async () => {
    const pid = await start("echo ready; sleep 60", { RUNNER_TRACKING_ID: "factory_test_12" });
    expect(await endLeftovers({ sessions: [], trackingId: "factory_test_1" })).toEqual([]);
    expect(isRunning(pid)).toBe(true);
  });

  it("is followed while it forks", async () => {
    const pid = await start("echo ready; while :; do sleep 60 & sleep 0.01; done");
    await endLeftovers({ sessions: [pid], trackingId: "none" });
    expect((runningProcesses() ?? []).filter(({ session }) => session === pid)).toEqual([]);
  });

  it("is nothing, usually", async () => {
    expect(await endLeftovers({ sessions: [], trackingId: "none" })).toEqual([]);
  });
});
