/** The App as in production: its own process. Its output goes to standard error unless a listener reads it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { LiveCall } from "../engine/live-call.js";
import type { SandboxApp } from "./start-sandbox.js";

const POLL_MS = 100;
const START_MS = 120_000;
const STOP_MS = 5_000;

const TO_LISTENER = ["ignore", "pipe", "pipe"] as const;
const TO_STANDARD_ERROR = ["ignore", process.stderr, process.stderr] as const;

/** The App did not start. Its output on standard error shows the reason. */
export class AppNotStarted extends Error {
  override readonly name = "AppNotStarted";
}

export async function startAppProcess(
  variables: Readonly<Record<string, string>>,
  hear?: (line: string) => void,
): Promise<SandboxApp> {
  // The same kind of file as this one, run in the same way: compiled, or through a loader.
  const main = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, main], {
    env: { ...process.env, ...variables },
    // Its own process group: Ctrl-C in a terminal reaches only this process, which then stops the App in order.
    detached: true,
    // It carries what models are doing. It closes with this process, however that ends, and the App stops with it
    // (src/main.ts).
    stdio: [...(hear === undefined ? TO_STANDARD_ERROR : TO_LISTENER), "ipc"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null && hear !== undefined) createInterface({ input: stream }).on("line", hear);
  }
  let calls: readonly LiveCall[] = [];
  child.on("message", (message) => {
    calls = Told.safeParse(message).data?.calls ?? calls;
  });
  const ended = once(child, "exit").then(([code, signal]) => `the App ended with ${signal ?? `exit code ${code}`}`);
  const url = `http://${variables.HOST}:${variables.PORT}`;
  const stop = () => end(child);
  const early = await Promise.race([ended, isUp(url)]);
  if (early === true) return { url, stop, ended, calls: () => calls };
  await stop();
  throw new AppNotStarted(early === false ? `the App did not answer on ${url} within ${START_MS / 1000} s` : early);
}

const Told = z.object({ calls: z.array(LiveCall) });

/** The App listens before it works, and refuses deliveries until then. */
async function isUp(url: string): Promise<boolean> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; ) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await gone;
  clearTimeout(force);
}
