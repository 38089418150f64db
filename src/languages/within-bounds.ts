import { types } from "node:util";
import { createContext, Script } from "node:vm";
import { loadCompiler } from "./compiler.js";

/** Far beyond what a file takes that people wrote, and far below what GitHub waits for an answer. */
const MOST_MS = 1_000;
/** A machine that stood still, or had others to serve, is no reason to give up a file: such a try does not count. */
const TRIES = 2;
const TRIES_IN_ALL = 6;

const READING: { read: (() => unknown) | undefined } = { read: undefined };
const CONTEXT = createContext(READING);
/** Only what runs as a script of its own can be cut off in the middle of a loop. */
const CALL = new Script("read()");

/**
 * Runs a reader over what others wrote, in a process that has others to answer. Undefined where that is nested deeper than
 * the stack, or so entangled that no end is in sight: compilers, too, need seconds for a few kilobytes made for that.
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

/** An error of the script's own world, whose classes are not ours. */
function isOutOfTime(error: unknown): boolean {
  return types.isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
