/** A sandbox as a process that kills itself and all its child processes at a chosen moment. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { PerformRun } from "../../../src/sandbox/forge/hub.js";
import { signalProcess } from "../../../src/sandbox/runner/process/process-group.js";
import { commandLine, runningProcesses } from "../../../src/sandbox/runner/process/process-table.js";
import { type SandboxApp, startSandbox } from "../../../src/sandbox/start-sandbox.js";
import { endWithParent } from "../../../src/server/start/end-with-parent.js";
import { ANY_POINTS } from "../forge.js";
import { KillPoint, killAtWrite } from "./kill-at-write.js";

export const Order = z.strictObject({
  data: z.string(),
  port: z.int(),
  spec: z.string(),
  /** The App's bundle, and the log file of both processes. */
  app: z.string(),
  log: z.string(),
  model: z.url(),
  /** Undefined: the process runs until it is asked to end. */
  kill: KillPoint.optional(),
  /** Never dies in the middle of a gate run. */
  spareRuns: z.boolean(),
});
export type Order = z.infer<typeof Order>;

endWithParent();
const order = Order.parse(JSON.parse(process.argv[2] ?? ""));
const apps: ChildProcess[] = [];

function die(): never {
  for (const app of apps) app.kill("SIGKILL");
  for (const { pid } of runningProcesses() ?? []) {
    if (pid !== process.pid && commandLine(pid).some((word) => word.startsWith(`${order.data}/`)))
      signalProcess(pid, "SIGKILL");
  }
  process.kill(process.pid, "SIGKILL");
  // The signal is on its way. No further line may run.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

async function startApp(variables: Readonly<Record<string, string>>): Promise<SandboxApp> {
  const log = openSync(order.log, "a");
  const own = {
    MODEL: "anthropic",
    ANTHROPIC_API_KEY: "scripted",
    ANTHROPIC_BASE_URL: order.model,
    LOG_LEVEL: "warn",
  } as const;
  const env = { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...variables, ...own };
  const app = spawn(process.execPath, [order.app], { env, detached: true, stdio: ["ignore", log, log, "ipc"] });
  apps.push(app);
  const ended = once(app, "exit").then(([code, signal]) => `the App ended with ${signal ?? code}`);
  const url = `http://${variables.HOST}:${variables.PORT}`;
  while (
    !(await fetch(`${url}/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(20);
  return {
    url,
    ended,
    async stop() {
      app.kill("SIGTERM");
      await ended;
    },
  };
}

/** Gate runs under way. */
const runs = new Set<Promise<void>>();

/** The gate code is loaded at the first run, because many lives end before that. */
const performRun: PerformRun = (...asked) => {
  const perform = async () => {
    const { quickGates } = await import("../quick-gates.js");
    await quickGates()(...asked).done;
  };
  const done = perform().finally(() => runs.delete(done));
  runs.add(done);
  return { done, cancel() {}, halt() {} };
};

if (order.kill !== undefined) killAtWrite(order.kill, { die, mayDie: () => !order.spareRuns || runs.size === 0 });
const { forge, stop } = await startSandbox({
  startApp,
  spec: order.spec,
  forge: {
    dataDirectory: order.data,
    port: order.port,
    // A day of restarts within an hour.
    graphqlRateLimit: ANY_POINTS,
    performRun,
    log: (line) => process.stderr.write(`[forge] ${line}\n`),
  },
});
process.send?.({ url: forge.url, repo: forge.repo, users: forge.users });
process.once("SIGTERM", () => void stop().then(() => process.exit(0)));
