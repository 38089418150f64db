import { type ChildProcess, execFile, spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import type { ConfinedCommand } from "./confine.js";
import { watchDisk } from "./watch-disk.js";

/** What a command may use up before it is stopped. */
export type CommandLimits = {
  readonly timeMs: number;
  /** Of standard output, which may carry a report; more than this is a flood. */
  readonly outputBytes: number;
  /** What its folders may grow by. */
  readonly diskBytes: number;
};

export const COMMAND_LIMITS: CommandLimits = {
  timeMs: 15 * 60_000,
  outputBytes: 64 * 1_048_576,
  diskBytes: 4 * 1_073_741_824,
};

/** How a command ended. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "stopped"; readonly why: string }
  | { readonly kind: "not-started"; readonly message: string };

export type CommandRun = {
  readonly end: CommandEnd;
  readonly stdout: string;
  /** The last of both streams, in the order they came. */
  readonly tail: string;
  readonly durationMs: number;
};

const TAIL = 16_000;
/** How long output is waited for once the command has ended. Unconfined, somebody may be left who keeps it open. */
const DRAIN_MS = 5_000;

/** Runs a command in a process group of its own until it ends or breaks a limit. Nothing of it is left behind. */
export async function runCommand(
  command: ConfinedCommand,
  {
    cwd,
    folders,
    limits,
  }: { readonly cwd: string; readonly folders: readonly string[]; readonly limits: CommandLimits },
): Promise<CommandRun> {
  const started = performance.now();
  const child = spawn(command.file, command.args, {
    cwd,
    env: { ...command.env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killAll = () => killGroup(child, command.kill);
  const stop = createStop(killAll);
  const reading = readOutput(child, limits.outputBytes, stop.because);
  const timer = setTimeout(
    () => stop.because(`it ran longer than ${Math.round(limits.timeMs / 1_000)} seconds`),
    limits.timeMs,
  );
  const disk = watchDisk(folders, limits.diskBytes, stop.because);
  const ended = await exitOf(child);
  clearTimeout(timer);
  disk.end();
  killAll();
  const drain = setTimeout(() => closeOutput(child), DRAIN_MS);
  const { stdout, tail } = await reading;
  clearTimeout(drain);
  const why = stop.reason();
  const end: CommandEnd = why === undefined ? ended : { kind: "stopped", why };
  return { end, stdout, tail, durationMs: performance.now() - started };
}

function createStop(killAll: () => void): { because(why: string): void; reason(): string | undefined } {
  let reason: string | undefined;
  return {
    because(why) {
      reason ??= why;
      killAll();
    },
    reason: () => reason,
  };
}

/** The group also holds what the command started and left. In a namespace of its own, everything ends with it. */
function killGroup({ pid }: ChildProcess, kill: ConfinedCommand["kill"]): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ESRCH") return;
    if (error.code !== "EPERM") throw error;
  }
  const [file, ...args] = kill ?? [];
  // Where this fails, too, the command's own time limit is left.
  if (file !== undefined) execFile(file, [...args, "-KILL", "--", `-${pid}`], () => undefined);
}

function closeOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

function exitOf(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ kind: "not-started", message: error.message }));
    child.once("exit", (code, signal) =>
      resolve(code === null ? { kind: "killed", signal: signal ?? "unknown" } : { kind: "exited", code }),
    );
  });
}

async function readOutput(
  child: ChildProcess,
  limit: number,
  stop: (why: string) => void,
): Promise<{ stdout: string; tail: string }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let tail = "";
  const take = (chunk: Buffer, isReport: boolean): void => {
    bytes += chunk.length;
    if (bytes > limit) {
      stop(`it printed more than ${limit} bytes`);
      return;
    }
    if (isReport) chunks.push(chunk);
    tail = `${tail}${chunk.toString("utf8")}`.slice(-TAIL);
  };
  child.stdout?.on("data", (chunk: Buffer) => take(chunk, true));
  child.stderr?.on("data", (chunk: Buffer) => take(chunk, false));
  await new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  return { stdout: Buffer.concat(chunks).toString("utf8"), tail };
}
