import { runInNewContext } from "node:vm";
import type { Parser } from "./parsers.js";
import { slowness } from "./slowness.js";

/** What one text did to a parser that it must not do; null is good. */
export type Finding = { readonly parser: string; readonly why: string; readonly text: string };

/** What a text may take: milliseconds of the processor, and memory beyond what the program itself has. */
export type Allowance = { readonly cpuMs: number; readonly mebibytes: number };

/** A real hang is cut off; nothing else comes near this, on the slowest machine. */
const HANG_MS = 300_000;
/** What the process may grow by in all: what a parser may take, and as much again for each generation of garbage. */
const GROWTH = 3;
const MEBIBYTE = 1_048_576;

/**
 * Runs a parser on a text. Time is that of the processor, and the least of some runs counts: machines do other things. Of memory
 * the most of all runs counts; how much of the heap is held at once is limited by whoever started this process (`trial.ts`).
 */
export function tryInput({ name, parse }: Parser, text: string, allowed: Allowance): Finding | null {
  const found = (why: string): Finding => ({ parser: name, why, text });
  const before = inherited();
  let ran = run(parse, text);
  // The milliseconds are meant for a machine as it was when they were promised: a slower one, or a busier one, has more.
  let most = allowed.cpuMs;
  for (let again = 0; again < 10 && ran.kind === "done" && ran.cpuMs > most; again += 1) {
    ran = cheaper(ran, run(parse, text));
    most = allowed.cpuMs * slowness();
  }
  if (ran.kind === "threw") return found(`threw ${ran.why}`);
  if (!isSame(before, inherited())) return found("changed a prototype");
  if (ran.cpuMs > most) return found(`took ${Math.round(ran.cpuMs)} ms of the processor`);
  if (ran.buffers > allowed.mebibytes) return found(`took ${Math.round(ran.buffers)} MiB of buffers`);
  if (ran.growth > GROWTH * allowed.mebibytes) return found(`let the process grow by ${Math.round(ran.growth)} MiB`);
  return null;
}

/** Memory in MiB. */
type Done = { readonly kind: "done"; readonly cpuMs: number; readonly buffers: number; readonly growth: number };
type Ran = Done | { readonly kind: "threw"; readonly why: string };

function run(parse: (text: string) => unknown, text: string): Ran {
  const { rss, external } = process.memoryUsage();
  const { maxRSS } = process.resourceUsage();
  const cpu = process.cpuUsage();
  // What is returned is held until its memory has been counted.
  const context = { parse, text, returned: undefined as unknown };
  try {
    // Only a context of its own can be cut off in the middle of a loop.
    runInNewContext("returned = parse(text)", context, { timeout: HANG_MS });
  } catch (error) {
    return { kind: "threw", why: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
  const { user, system } = process.cpuUsage(cpu);
  const peak = process.resourceUsage().maxRSS;
  return {
    kind: "done",
    cpuMs: (user + system) / 1_000,
    // Those of ArrayBuffers are part of it.
    buffers: (process.memoryUsage().external - external) / MEBIBYTE,
    // The highest mark of the process's life says something about this run only if this run set it.
    growth: peak > maxRSS ? (peak * 1_024 - rss) / MEBIBYTE : 0,
  };
}

function cheaper(one: Done, other: Ran): Ran {
  if (other.kind === "threw") return other;
  return {
    kind: "done",
    cpuMs: Math.min(one.cpuMs, other.cpuMs),
    buffers: Math.max(one.buffers, other.buffers),
    growth: Math.max(one.growth, other.growth),
  };
}

/** Everything that objects, lists, texts and functions inherit, and what it is: the same names may have other values. */
function inherited(): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, prototype] of Object.entries(PROTOTYPES)) {
    for (const key of Reflect.ownKeys(prototype)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(prototype, key) ?? {};
      for (const [part, now] of Object.entries({ value, get, set })) found.set(`${name}.${String(key)} ${part}`, now);
    }
  }
  return found;
}

const PROTOTYPES = {
  Object: Object.prototype,
  Array: Array.prototype,
  String: String.prototype,
  Number: Number.prototype,
  Function: Function.prototype,
  Map: Map.prototype,
  Set: Set.prototype,
};

function isSame(before: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>): boolean {
  return (
    before.size === now.size && [...before].every(([name, value]) => now.has(name) && Object.is(now.get(name), value))
  );
}
