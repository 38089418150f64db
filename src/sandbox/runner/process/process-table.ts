import { readdirSync, readFileSync } from "node:fs";

/** A running process. A zombie is not listed: it has ended and only waits for its parent. */
export type Process = { readonly pid: number; readonly name: string; readonly group: number; readonly session: number };

/** Undefined where the system has no /proc. */
export function runningProcesses(): Process[] | undefined {
  const pids = readOrUndefined(() => readdirSync("/proc"))?.filter((name) => /^\d+$/.test(name));
  return pids?.flatMap((pid) => parseStat(readOrUndefined(() => readFileSync(`/proc/${pid}/stat`, "utf8")) ?? ""));
}

/** The environment of a process at its start, as far as it is readable. */
export function startEnvironment(pid: number): readonly string[] {
  return (readOrUndefined(() => readFileSync(`/proc/${pid}/environ`, "utf8")) ?? "").split("\0");
}

/**
 * The start time of a process in the system's own units. Together with the id it distinguishes the process from later
 * ones with the same id. Empty if the process has ended or there is no /proc.
 */
export function startTime(pid: number): string {
  const stat = readOrUndefined(() => readFileSync(`/proc/${pid}/stat`, "utf8")) ?? "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return hasEnded(fields[0]) ? "" : (fields[START_FIELD] ?? "");
}

/** The index after the name. `starttime` is field 22 of the whole line. */
const START_FIELD = 19;

/** True for zombies. */
const hasEnded = (state: string | undefined) => state === "Z" || state === "X";

/** The arguments of a process at its start, as far as they are readable. */
export function commandLine(pid: number): readonly string[] {
  return (readOrUndefined(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "").split("\0");
}

/** The name is in brackets and may contain brackets and spaces, so the line is split at the last bracket. */
export function parseStat(stat: string): Process[] {
  const { pid, name, rest } = /^(?<pid>\d+) \((?<name>.*)\) (?<rest>.*)$/s.exec(stat)?.groups ?? {};
  const [state, , group, session] = (rest ?? "").split(" ");
  if (pid === undefined || hasEnded(state)) return [];
  return [{ pid: Number(pid), name: name ?? "", group: Number(group), session: Number(session) }];
}

/**
 * Processes end while the table is read, and those of other users are not readable. Both give undefined, not an error.
 */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
