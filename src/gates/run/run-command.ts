import { type ChildProcess, execFile, spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import type { ConfinedCommand } from "./confine.js";
import { endNamespaces, firstProcessesBelow } from "./namespace-end.js";
import { watchDisk } from "./watch-disk.js";

/** The limits of a command. */
export type CommandLimits = {
  readonly timeMs: number;
  /** For standard output, which may carry a report. More than this is an error. */
  readonly outputBytes: number;
  /** The most that its folders may grow. */
  readonly diskBytes: number;
};

export const COMMAND_LIMITS: CommandLimits = {
  timeMs: 15 * 60_000,
  outputBytes: 64 * 1_048_576,
  diskBytes: 4 * 1_073_741_824,
};

/** The result of a command. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "stopped"; readonly why: string }
  | { readonly kind: "not-started"; readonly message: string };

export type CommandRun = {
  readonly end: CommandEnd;
  readonly stdout: string;
  /** The end of both streams, in order of arrival. */
  readonly tail: string;
  readonly durationMs: number;
};

const TAIL = 16_000;
/**
 * How long to wait for output after the command has ended. Without confinement a leftover process may keep the stream
 * open.
 */
const DRAIN_MS = 5_000;

/**
 * Runs a command in a process group of its own until it ends or exceeds a limit. With confinement no process of it is
 * left when this settles, so none can still write.
 */
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
  const stopped: ReturnType<typeof firstProcessesBelow> = [];
  const killAll = () => signalGroup(child, "SIGKILL", command.kill);
  const stop = createStop(() => {
    if (command.ownNamespace && child.pid !== undefined) {
      // A kill would end the process that waits for the namespace first, and the namespace could not be found any more.
      // A stopped process starts no further ones.
      signalGroup(child, "SIGSTOP");
      stopped.push(...firstProcessesBelow(child.pid));
    }
    killAll();
  });
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
  await endNamespaces(stopped, (pids) => killProcesses(pids, command.kill));
  const drain = setTimeout(() => closeOutput(child), DRAIN_MS);
  const { stdout, tail } = await reading;
  clearTimeout(drain);
  const why = stop.reason();
  const end: CommandEnd = why === undefined ? ended : { kind: "stopped", why };
  return { end, stdout, tail, durationMs: performance.now() - started };
}

function createStop(end: () => void): { because(why: string): void; reason(): string | undefined } {
  let reason: string | undefined;
  return {
    because(why) {
      if (reason !== undefined) return;
      reason = why;
      end();
    },
    reason: () => reason,
  };
}

/** The group also contains leftover processes of the command. A namespace ends with all its processes. */
function signalGroup({ pid }: ChildProcess, signal: "SIGSTOP" | "SIGKILL", kill: ConfinedCommand["kill"] = []): void {
  if (pid === undefined || sendSignal(-pid, signal)) return;
  const [file, ...args] = kill;
  // If this fails, too, the command's own time limit still applies.
  if (file !== undefined) execFile(file, [...args, "-KILL", "--", `-${pid}`], () => undefined);
}

async function killProcesses(pids: readonly number[], kill: ConfinedCommand["kill"] = []): Promise<void> {
  const others = pids.filter((pid) => !sendSignal(pid, "SIGKILL"));
  const [file, ...args] = kill;
  if (file === undefined || others.length === 0) return;
  // The next check for living processes shows whether it worked.
  await new Promise<void>((resolve) => {
    execFile(file, [...args, "-KILL", "--", ...others.map(String)], () => resolve());
  });
}

/** Whether nothing is left to do; false if the process belongs to another user. */
function sendSignal(pid: number, signal: "SIGSTOP" | "SIGKILL"): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ESRCH") return true;
    if (error.code !== "EPERM") throw error;
    return false;
  }
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
