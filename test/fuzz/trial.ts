/** Parsers in a process of their own, whose heap is as large as they need with nothing to do, and what they are allowed to take. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Allowance, Finding } from "./try-input.js";

/** What the factory promises for a text as long as GitHub takes one. */
export const ALLOWED: Allowance = { cpuMs: 100, mebibytes: 64 };

/** The names of the parsers are those of the module, which exports them as `PARSERS`. */
export type Trial = {
  readonly tryInput: (parser: string, text: string) => Promise<Finding | null>;
  readonly stop: () => Promise<void>;
};

/** What the parent asks, and what it is told: first how much the heap holds, then one finding for each text. */
export type Question = { readonly parser: string; readonly text: string; readonly allowed: Allowance };
export type Answer =
  | { readonly kind: "ready"; readonly heapMiB: number }
  | { readonly kind: "tried"; readonly finding: Finding | null };

const ENTRY = new URL("parser-process.ts", import.meta.url);
/** Far above what a process without work needs: this first one only says how much that is. */
const UNLIMITED_MIB = 4_096;

export async function startTrial(parsers: URL, allowed: Allowance = ALLOWED): Promise<Trial> {
  const idle = await startParsers(parsers, UNLIMITED_MIB);
  await end(idle.process);
  const limit = Math.ceil(idle.heapMiB) + allowed.mebibytes;
  let current = await startParsers(parsers, limit);
  return {
    tryInput: async (parser, text) => {
      const { process: child } = current;
      const question: Question = { parser, text, allowed };
      child.send(question);
      const answer = await answerOf(child);
      if (answer?.kind === "tried") return answer.finding;
      // V8 ends a process whose heap is full of what is still in use; garbage is collected before it comes to that.
      current = await startParsers(parsers, limit);
      return { parser, why: `held more than ${allowed.mebibytes} MiB of the heap at once`, text };
    },
    stop: () => end(current.process),
  };
}

async function startParsers(parsers: URL, heapMiB: number) {
  const child = fork(ENTRY, [parsers.href], {
    execArgv: ["--import", "tsx", "--expose-gc", `--max-old-space-size=${heapMiB}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const answer = await answerOf(child);
  if (answer?.kind !== "ready") throw new Error(`the parsers of ${parsers.pathname} do not start in ${heapMiB} MiB`);
  return { process: child, heapMiB: answer.heapMiB };
}

/** Its next word, or nothing if it died before. */
function answerOf(child: ChildProcess): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const told = (answer: Answer | undefined) => {
      child.off("message", told as (message: unknown) => void).off("exit", died);
      resolve(answer);
    };
    const died = () => told(undefined);
    child.once("message", told as (message: unknown) => void).once("exit", died);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
