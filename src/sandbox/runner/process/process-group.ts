import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "../../../domain/errors.js";
import { runningProcesses } from "./process-table.js";

const POLL_MS = 20;

/** Ends a process group: SIGTERM, then SIGKILL for the rest after the grace period. Returns when it is gone. */
export async function stopGroup(group: number, graceMs: number): Promise<void> {
  signalProcess(-group, "SIGTERM");
  if (await isGoneWithin(group, graceMs)) return;
  signalProcess(-group, "SIGKILL");
  await isGoneWithin(group, graceMs);
}

/** A negative id is a group. False if it no longer exists. */
export function signalProcess(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch (error) {
    if (hasCode(error, "ESRCH")) return false;
    // EPERM: the process changed its user. It exists but cannot be signalled.
    if (hasCode(error, "EPERM")) return true;
    throw error;
  }
}

async function isGoneWithin(group: number, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += POLL_MS) {
    if (isGone(group)) return true;
    await sleep(POLL_MS);
  }
  return isGone(group);
}

/** A signal also reaches zombies, so the process table decides where there is one. */
function isGone(group: number): boolean {
  if (!signalProcess(-group, 0)) return true;
  return runningProcesses()?.every((running) => running.group !== group) ?? false;
}
