import { types } from "node:util";
import { createContext, Script } from "node:vm";
import { loadCompiler } from "./compiler.js";

/** Far more than a real file needs, and far less than GitHub waits for an answer. */
const MOST_MS = 1_000;
/** A slow or busy machine is no reason to give up a file: such an attempt does not count. */
const TRIES = 2;
const TRIES_IN_ALL = 6;

const READING: { read: (() => unknown) | undefined } = { read: undefined };
const CONTEXT = createContext(READING);
/** Only a script run through `vm` can be interrupted in a loop. */
const CALL = new Script("read()");

/**
 * Runs a reader over untrusted text, in a process that must answer other requests. Undefined if the text overflows the
 * stack, or is so complex that no end is in sight: compilers, too, need seconds for a few crafted kilobytes.
 */
export function withinBounds<T>(read: () => T): T | undefined {
  loadCompiler();
  for (let tries = 0, inAll = 0; tries < TRIES && inAll < TRIES_IN_ALL; inAll += 1) {
    const before = process.cpuUsage();
    READING.read = read;
    try {
      return CALL.runInContext(CONTEXT, { timeout: MOST_MS }) as T;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      if (!isOutOfTime(error)) throw error;
      const { user, system } = process.cpuUsage(before);
      if (user + system > (MOST_MS * 1_000) / 2) tries += 1;
    } finally {
      READING.read = undefined;
    }
  }
  return undefined;
}

/** An error of the script's own realm, whose classes differ from ours. */
function isOutOfTime(error: unknown): boolean {
  return types.isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
