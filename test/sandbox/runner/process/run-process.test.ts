import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runningProcesses } from "../../../../src/sandbox/runner/process/process-table.js";
import { type ProcessSpec, runProcess } from "../../../../src/sandbox/runner/process/run-process.js";
import { PATIENCE_MS } from "../../../support/patience.js";

const run = async (script: string, options: Partial<ProcessSpec> = {}) => {
  const lines: string[] = [];
  let pid = 0;
  const end = await runProcess({
    file: "bash",
    args: ["-c", script],
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? "" },
    signal: new AbortController().signal,
    graceMs: 300,
    drainMs: PATIENCE_MS,
    maxLineLength: 1000,
    onLine: (line) => void lines.push(line),
    onStart: (id) => {
      pid = id;
    },
    ...options,
  });
  return { end, lines, pid };
};

const groupOf = (pid: number) => (runningProcesses() ?? []).filter((running) => running.group === pid);

/** Aborts when the script says it is ready: no guess about how long that takes. */
const stopWhenReady = () => {
  const controller = new AbortController();
  const lines: string[] = [];
  return {
    signal: controller.signal,
    lines,
    onLine: (line: string) => {
      lines.push(line);
      if (line === "ready") controller.abort();
    },
  };
};

describe("a process", () => {
  it.each([
    ["exit 0", 0],
    ["exit 3", 3],
  ])("that says %s has exited with %i", async (script, code) => {
    expect((await run(script)).end).toEqual({ kind: "exited", code });
  });

  it("gives its lines from both streams, the last one without a line break too", async () => {
    const { lines } = await run("echo out; echo err >&2; printf rest");
    expect(lines.sort()).toEqual(["err", "out", "rest"]);
  });

  it("marks a line that is longer than memory allows", async () => {
    expect((await run("echo abcdef", { maxLineLength: 3 })).lines).toEqual(["abc [3 characters dropped]"]);
  });

  it("has the environment it is given and nothing else", async () => {
    const { lines } = await run("env", { env: { PATH: "/usr/bin:/bin", ONLY: "this" } });
    expect(lines.filter((line) => !/^(PATH|ONLY|PWD|SHLVL|_)=/.test(line))).toEqual([]);
    expect(lines).toContain("ONLY=this");
  });

  it("counts as killed when another process killed it", async () => {
    expect((await run("kill -9 $$")).end).toEqual({ kind: "killed", signal: "SIGKILL" });
  });

  it.each([
    ["a program that does not exist", { file: "/nonexistent/program" }],
    ["a NUL in an argument", { args: ["-c", "a\0b"] }],
    ["a folder that does not exist", { cwd: "/nonexistent" }],
  ])("is not started for %s", async (_, options) => {
    expect((await run("true", options)).end).toMatchObject({ kind: "not-started", message: expect.any(String) });
  });

  it("is not started when the signal has already come", async () => {
    const { end, pid } = await run("true", { signal: AbortSignal.abort() });
    expect(end).toEqual({ kind: "stopped" });
    expect(pid).toBe(0);
  });

  it("does not wait for ever for a background child that holds the pipe", async () => {
    const { end, pid } = await run("sleep 60 & echo done", { drainMs: 300 });
    expect(end).toEqual({ kind: "exited", code: 0 });
    // It is left running on purpose: a later step may need the server that this one started.
    expect(groupOf(pid).map(({ name }) => name)).toEqual(["sleep"]);
    process.kill(-pid, "SIGKILL");
  });
});

describe("stopping a process", () => {
  it("asks first: SIGTERM lets it clean up", async () => {
    const ready = stopWhenReady();
    const { end, pid } = await run("trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done", {
      ...ready,
      graceMs: PATIENCE_MS,
    });
    expect(end).toEqual({ kind: "stopped" });
    expect(ready.lines).toContain("bye");
    expect(groupOf(pid)).toEqual([]);
  });

  it("kills what ignores the question, children included", async () => {
    const ready = stopWhenReady();
    const script = "trap '' TERM; (trap '' TERM; sleep 60) & echo ready; while :; do sleep 0.05; done";
    const { end, pid } = await run(script, ready);
    expect(end).toEqual({ kind: "stopped" });
    expect(groupOf(pid)).toEqual([]);
  });

  it("ends children that outlive their parent's clean end", async () => {
    const ready = stopWhenReady();
    const script = "(trap '' TERM; exec sleep 60) & trap 'exit 0' TERM; echo ready; wait";
    const { end, pid } = await run(script, ready);
    expect(end).toEqual({ kind: "stopped" });
    expect(groupOf(pid)).toEqual([]);
  });

  it("counts as stopped even when the process just made it to the end", async () => {
    const ready = stopWhenReady();
    const { end } = await run("trap 'exit 0' TERM; echo ready; sleep 60 & wait", ready);
    expect(end).toEqual({ kind: "stopped" });
  });

  it("does nothing after the end", async () => {
    const controller = new AbortController();
    const { end } = await run("true", { signal: controller.signal });
    controller.abort();
    await sleep(10);
    expect(end).toEqual({ kind: "exited", code: 0 });
  });
});
