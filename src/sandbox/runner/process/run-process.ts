import { type ChildProcess, spawn } from "node:child_process";
import { messageOf } from "../../../domain/errors.js";
import { createLineSplitter } from "../log/line-splitter.js";
import { stopGroup } from "./process-group.js";

/** A command with its own process group and exactly this environment. */
export type ProcessSpec = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** When aborted, the whole group ends: SIGTERM first, then SIGKILL. */
  readonly signal: AbortSignal;
  readonly graceMs: number;
  /** How long output may still arrive after the command has ended. A background child can keep the pipe open. */
  readonly drainMs: number;
  readonly maxLineLength: number;
  readonly onLine: (line: string) => void;
  /** Called as soon as the process has an id, which is also the id of its group and session. */
  readonly onStart?: (pid: number) => void;
};

export type ProcessEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "not-started"; readonly message: string };

/** Runs until the end or the signal. After the signal no member of the group is left. */
export async function runProcess(spec: ProcessSpec): Promise<ProcessEnd> {
  if (spec.signal.aborted) return { kind: "stopped" };
  const child = start(spec);
  if (typeof child === "string") return { kind: "not-started", message: child };
  const ended = exitOf(child);
  if (child.pid === undefined) return ended;
  spec.onStart?.(child.pid);
  const drained = readLines(child, spec);
  const stopping = stopOnSignal(child.pid, spec);
  const end = await ended;
  const wasStopped = await stopping.settled();
  await withinMs(drained, spec.drainMs);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return wasStopped ? { kind: "stopped" } : end;
}

function start(spec: ProcessSpec): ChildProcess | string {
  try {
    return spawn(spec.file, spec.args, {
      cwd: spec.cwd,
      env: { ...spec.env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    // spawn throws when the system call would refuse, for example for a NUL in an argument.
    return messageOf(error);
  }
}

function exitOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ kind: "not-started", message: error.message }));
    child.once("exit", (code, signal) =>
      resolve(code === null ? { kind: "killed", signal: signal ?? "unknown" } : { kind: "exited", code }),
    );
  });
}

function readLines(child: ChildProcess, spec: ProcessSpec): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const ends = streams.map((stream) => {
    const splitter = createLineSplitter(spec.maxLineLength, (line, overflow) =>
      spec.onLine(overflow === 0 ? line : `${line} [${overflow} characters dropped]`),
    );
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => splitter.push(chunk));
    return new Promise<void>((resolve) => {
      stream.once("close", () => {
        splitter.end();
        resolve();
      });
    });
  });
  return Promise.all(ends).then(() => undefined);
}

function stopOnSignal(pid: number, spec: ProcessSpec): { settled: () => Promise<boolean> } {
  let stop: Promise<void> | undefined;
  const onAbort = (): void => {
    stop = stopGroup(pid, spec.graceMs);
  };
  spec.signal.addEventListener("abort", onAbort, { once: true });
  return {
    settled: async () => {
      spec.signal.removeEventListener("abort", onAbort);
      await stop;
      return stop !== undefined;
    },
  };
}

/** Waits for the promise for at most this time. */
async function withinMs(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
