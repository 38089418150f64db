import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../../src/sandbox/runner/run-event.js";
import { type Bench, oneJob, useBench } from "../../support/run-workflow.js";
import { until } from "../../support/until.js";

const bench = useBench();

/** A host that acts when a line of the log appears: no guess about how long that takes. */
const when = ({ host }: Bench, line: string, act: () => void) => ({
  ...host,
  report: (event: RunEvent) => {
    host.report(event);
    if (event.kind === "log" && event.line === line) act();
  },
});

const STUBBORN = "trap '' TERM; (trap '' TERM; exec sleep 60) & echo ready; while :; do sleep 0.05; done";

/** Cancels the run as soon as a step says "ready". */
const cancelWhenReady = async (workflow: string) => {
  const controller = new AbortController();
  const host = when(bench(), "ready", () => controller.abort());
  return bench().run(workflow, { host, signal: controller.signal });
};

describe("cancelling a run", () => {
  it("ends the running step with all its processes, and still runs what always wants to", async () => {
    const result = await cancelWhenReady(
      oneJob(`- run: ${JSON.stringify(STUBBORN)}
- run: echo never
- run: echo cleaned
  if: always()
- run: echo was-cancelled
  if: cancelled()
- run: echo no-failure
  if: failure()`),
    );
    const { host, leftFolders, leftProcesses } = bench();
    expect(result.conclusion).toBe("cancelled");
    expect(host.stepConclusions("job")).toEqual({
      1: "success",
      2: "cancelled",
      3: "skipped",
      4: "success",
      5: "success",
      6: "skipped",
      7: "success",
    });
    expect(host.log("job")).toContain("\ncleaned\n");
    expect(leftProcesses()).toEqual([]);
    expect(leftFolders()).toEqual([]);
  });

  it("works by the handle as well, and before the run has begun", async () => {
    const { start, host } = bench();
    const handle = start(oneJob("- run: echo"));
    handle.cancel();
    expect(await handle.done).toEqual({ conclusion: "cancelled", reason: "cancelled before it started", jobs: {} });
    expect(host.tokens).toEqual([]);
  });

  it("does not start the jobs behind, except those that always run", async () => {
    const result = await cancelWhenReady(`on: workflow_dispatch
jobs:
  first: { runs-on: ubuntu-latest, steps: [{ run: "echo ready; sleep 60" }] }
  behind: { runs-on: ubuntu-latest, needs: first, steps: [{ run: echo }] }
  report: { runs-on: ubuntu-latest, needs: first, if: always(), steps: [{ run: "echo \${{ needs.first.result }}" }] }
`);
    expect(result.conclusion).toBe("cancelled");
    expect(result.jobs).toMatchObject({
      first: { conclusion: "cancelled" },
      behind: { conclusion: "cancelled" },
      report: { conclusion: "success" },
    });
    expect(bench().host.log("report")).toContain("\ncancelled\n");
  });

  it("gives clean-up five minutes and then ends that, too", async () => {
    const controller = new AbortController();
    const host = when(bench(), "ready", () => controller.abort());
    const result = await bench().run(
      oneJob(`- run: echo ready; sleep 60
- run: sleep 60
  if: always()
- run: echo too-late
  if: always()`),
      { host, signal: controller.signal, machine: { minuteMs: 400 } },
    );
    expect(result.conclusion).toBe("cancelled");
    expect(bench().host.stepConclusions("job")).toMatchObject({ 3: "cancelled", 4: "skipped" });
    expect(bench().leftProcesses()).toEqual([]);
  });
});

describe("time-outs", () => {
  /** Long enough for a step to begin on any machine. */
  const machine = { minuteMs: 1_000 };

  it("end a step as a failure, by its own name, and let the job go on to its clean-up", async () => {
    const { run, host, leftProcesses } = bench();
    const result = await run(
      oneJob(`- name: Slow one
  run: ${JSON.stringify(STUBBORN)}
  timeout-minutes: 1
- run: echo cleaned
  if: failure()`),
      { machine },
    );
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()).toEqual([
      { level: "error", message: "The action 'Slow one' has timed out after 1 minutes." },
    ]);
    expect(host.log("job")).toContain("\ncleaned\n");
    expect(leftProcesses()).toEqual([]);
  });

  it("end a job as cancelled, with the reason, and still run what always wants to", async () => {
    const { run, host, leftProcesses, leftFolders } = bench();
    const result = await run(
      `on: workflow_dispatch
jobs:
  job:
    runs-on: ubuntu-latest
    timeout-minutes: 2
    steps:
      - run: sleep 60
      - run: echo cleaned
        if: always()
`,
      { machine },
    );
    expect(result.conclusion).toBe("cancelled");
    expect(host.annotations()).toEqual([
      { level: "error", message: "The job has exceeded the maximum execution time of 2 minutes." },
    ]);
    expect(host.log("job")).toContain("\ncleaned\n");
    expect(leftProcesses()).toEqual([]);
    expect(leftFolders()).toEqual([]);
  });

  it("do not touch a step that is done in time", async () => {
    const { run } = bench();
    const result = await run(oneJob("- run: echo quick\n  timeout-minutes: 600"), { machine });
    expect(result.conclusion).toBe("success");
  });
});

describe("what is left behind", () => {
  it("is no process: not a background one, not one in a session of its own", async () => {
    const { run, host, leftProcesses, leftFolders } = bench();
    const result = await run(
      oneJob(`- run: |
    sleep 6137 &
    echo $! > background
    node -e 'require("node:child_process").spawn("sleep", ["62"], { detached: true, stdio: "ignore" }).unref()'
- run: kill -0 "$(cat background)" && echo still there`),
      { machine: { drainMs: 300 } },
    );
    expect(result.conclusion).toBe("success");
    expect(host.log("job")).toContain("\nstill there\n");
    expect(host.log("job").match(/Terminate orphan process: pid \(\d+\) \(sleep\)/g)).toHaveLength(2);
    expect(leftProcesses()).toEqual([]);
    expect(leftFolders()).toEqual([]);
  });

  it("is no folder, even when the step was killed from outside or locked its files away", async () => {
    const { run, host, leftFolders } = bench();
    const result = await run(oneJob("- run: mkdir locked && touch locked/file && chmod 000 locked && kill -9 $$"));
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()).toEqual([{ level: "error", message: "Process was ended by SIGKILL." }]);
    expect(leftFolders()).toEqual([]);
  });
});

describe("runs of one concurrency group", () => {
  const workflow = (cancelInProgress: boolean, script: string) =>
    oneJob(`- run: ${JSON.stringify(script)}`, `concurrency: { group: one, cancel-in-progress: ${cancelInProgress} }`);

  it("go one after the other, and a waiting run says that it waits", async () => {
    const { start, host, repository } = bench();
    const gate = `${repository.folder}/go`;
    const first = start(workflow(false, `while [ ! -e ${gate} ]; do sleep 0.02; done; echo first`));
    await until("the first job", () => host.events.some(({ kind }) => kind === "job-started"));
    const second = start(workflow(false, "echo second"), {
      run: { id: 43, number: 6, attempt: 1 },
      host: {
        ...host,
        report: (event) => {
          host.report(event);
          if (event.kind === "run-waiting") repository.commit({ go: "" });
        },
      },
    });
    expect((await first.done).conclusion).toBe("success");
    expect((await second.done).conclusion).toBe("success");
    const order = host.events.filter(
      ({ kind }) => kind === "run-finished" || kind === "run-started" || kind === "run-waiting",
    );
    expect(order.map(({ kind, run }) => `${kind} ${run}`)).toEqual([
      "run-started 42",
      "run-waiting 43",
      "run-finished 42",
      "run-started 43",
      "run-finished 43",
    ]);
  });

  it("are cancelled by a newer one that says so", async () => {
    const { start, host } = bench();
    let second: ReturnType<typeof start> | undefined;
    const first = start(workflow(true, "echo ready; sleep 60"), {
      host: when(bench(), "ready", () => {
        second = start(workflow(true, "echo second"), { run: { id: 43, number: 6, attempt: 1 } });
      }),
    });
    expect((await first.done).conclusion).toBe("cancelled");
    expect((await second?.done)?.conclusion).toBe("success");
    expect(host.events.at(-1)).toEqual({ run: 43, kind: "run-finished", conclusion: "success" });
  });
});
