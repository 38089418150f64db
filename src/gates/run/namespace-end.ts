import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** A process. Its start time tells it from a later process with the same number. */
type Process = { readonly pid: number; readonly parent: number; readonly started: string; readonly state: string };

const INTERVAL_MS = 5;
/** The kernel ends a killed process within milliseconds, unless a device keeps it in the kernel. */
const PATIENCE_MS = 60_000;

/** The first process of each namespace below this process. The others of a namespace end with its first. */
export function firstProcessesBelow(ancestor: number): Process[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? []);
  const below = new Set<Process>();
  // Process numbers may be reused during the listing, so two processes may seem to be each other's parent.
  for (let parents = new Set([ancestor]); parents.size > 0; ) {
    const children = all.filter((process) => parents.has(process.parent) && !below.has(process));
    for (const child of children) below.add(child);
    parents = new Set(children.map(({ pid }) => pid));
  }
  return [...below].filter(({ pid }) => isFirst(pid));
}

/**
 * Settles when these processes' namespaces are empty: the kernel ends a first process only after all others. It kills
 * them repeatedly, because bubblewrap's process may be in a session of its own, and not yet bound to end with its
 * parent.
 */
export async function endNamespaces(
  firsts: readonly Process[],
  kill: (pids: readonly number[]) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  for (let left = firsts.filter(isAlive); left.length > 0; left = left.filter(isAlive)) {
    const pids = left.map(({ pid }) => pid);
    if (performance.now() - started > PATIENCE_MS)
      throw new Error(`Processes ${pids.join(", ")} of a stopped command cannot be killed. End this machine.`);
    await kill(pids);
    await sleep(INTERVAL_MS);
  }
}

function isAlive({ pid, started }: Process): boolean {
  const now = processOf(pid);
  return now !== undefined && now.started === started && !"ZX".includes(now.state);
}

/** Its number is 1 in its innermost namespace, and it has another number outside. */
function isFirst(pid: number): boolean {
  const numbers =
    /^NSpid:(.*)$/m
      .exec(readProc(`${pid}/status`) ?? "")?.[1]
      ?.trim()
      .split(/\s+/) ?? [];
  return numbers.length > 1 && numbers.at(-1) === "1";
}

/** Undefined if it has ended. The second field, the name, may contain anything, also parentheses. */
function processOf(pid: number): Process | undefined {
  const fields = readProc(`${pid}/stat`)
    ?.replace(/^.*\) /s, "")
    .split(" ");
  const [state, parent, started] = [fields?.[0], fields?.[1], fields?.[19]];
  if (state === undefined || parent === undefined || started === undefined) return undefined;
  return { pid, parent: Number(parent), started, state };
}

function readProc(name: string): string | undefined {
  try {
    return readFileSync(`/proc/${name}`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return undefined;
    throw error;
  }
}
