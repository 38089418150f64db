import { setTimeout as sleep } from "node:timers/promises";
import { signalProcess } from "./process-group.js";
import { type Process, runningProcesses, startEnvironment } from "./process-table.js";

/** Every process of a job has this variable, like on GitHub, so that processes outside their group are found too. */
export const TRACKING_VARIABLE = "RUNNER_TRACKING_ID";

const ROUNDS = 50;
const ROUND_MS = 20;

/**
 * Kills the processes that a job's steps left: members of their sessions, and processes with the job's tracking id. It
 * repeats until it finds none twice in a row, because a process can fork during the search, and one that is just starting
 * a program shows no environment. Returns the killed processes.
 */
export async function endLeftovers(job: {
  readonly sessions: readonly number[];
  readonly trackingId: string;
}): Promise<Process[]> {
  const ended = new Map<number, Process>();
  let wasEmpty = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = leftoversOf(job);
    if (found === undefined) {
      for (const session of job.sessions) signalProcess(-session, "SIGKILL");
      return [];
    }
    if (found.length === 0 && wasEmpty) break;
    wasEmpty = found.length === 0;
    for (const leftover of found) {
      ended.set(leftover.pid, leftover);
      signalProcess(leftover.pid, "SIGKILL");
    }
    await sleep(ROUND_MS);
  }
  return [...ended.values()];
}

function leftoversOf(job: { sessions: readonly number[]; trackingId: string }): Process[] | undefined {
  const mark = `${TRACKING_VARIABLE}=${job.trackingId}`;
  return runningProcesses()?.filter(
    ({ pid, session }) =>
      pid !== process.pid && (job.sessions.includes(session) || startEnvironment(pid).includes(mark)),
  );
}
