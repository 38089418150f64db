import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 1_800_000;

/** Waits for something that others do. A bench that waits for ever would say nothing at all. */
export async function waitUntil(what: string, isSo: () => boolean, patienceMs = PATIENCE_MS): Promise<void> {
  for (const began = performance.now(); !isSo(); await sleep(100)) {
    if (performance.now() - began > patienceMs) {
      throw new Error(`waited ${Math.round(patienceMs / 1_000)} seconds in vain until ${what}`);
    }
  }
}
