import { readdirSync, readFileSync } from "node:fs";

/** A process that runs: a zombie is not listed, it has ended and only waits for its parent. */
export type Process = { readonly pid: number; readonly name: string; readonly group: number; readonly session: number };

/** Undefined where the system has no /proc. */
export function runningProcesses(): Process[] | undefined {
  const pids = readOrUndefined(() => readdirSync("/proc"))?.filter((name) => /^\d+$/.test(name));
  return pids?.flatMap((pid) => parseStat(readOrUndefined(() => readFileSync(`/proc/${pid}/stat`, "utf8")) ?? ""));
}

/** The environment a process was started with, as far as we may read it. */
export function startEnvironment(pid: number): readonly string[] {
  return (readOrUndefined(() => readFileSync(`/proc/${pid}/environ`, "utf8")) ?? "").split("\0");
}

/**
 * When a process started, in the system's own units: together with its id it tells the process from later ones with the same id. Empty for
 * one that has ended, and where there is no /proc.
 */
export function startTime(pid: number): string {
  const stat = readOrUndefined(() => readFileSync(`/proc/${pid}/stat`, "utf8")) ?? "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return hasEnded(fields[0]) ? "" : (fields[START_FIELD] ?? "");
}

/** Of the fields behind the name: `starttime` is the 22nd of all. */
const START_FIELD = 19;

/** Zombies. */
const hasEnded = (state: string | undefined) => state === "Z" || state === "X";

/** The arguments a process was started with, as far as we may read them. */
export function commandLine(pid: number): readonly string[] {
  return (readOrUndefined(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "").split("\0");
}

/** The name stands in brackets and may itself hold brackets and spaces: split at the last one. */
export function parseStat(stat: string): Process[] {
  const { pid, name, rest } = /^(?<pid>\d+) \((?<name>.*)\) (?<rest>.*)$/s.exec(stat)?.groups ?? {};
  const [state, , group, session] = (rest ?? "").split(" ");
  if (pid === undefined || hasEnded(state)) return [];
  return [{ pid: Number(pid), name: name ?? "", group: Number(group), session: Number(session) }];
}

/** Processes end while the table is read, and other users' are closed to us; both are no answer, not an error. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
