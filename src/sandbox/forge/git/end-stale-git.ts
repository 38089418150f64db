import { sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { signalProcess } from "../../runner/process/process-group.js";
import { commandLine, runningProcesses } from "../../runner/process/process-table.js";

const ROUNDS = 100;
const ROUND_MS = 20;

/**
 * Kills git processes that a killed forge has left running below a folder. Otherwise one of them could still move a ref
 * under the next forge. They end when their input closes, but on a busy machine not at once. A system without /proc
 * shows none.
 */
export async function endStaleGit(folder: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const stale = (runningProcesses() ?? []).filter(({ pid, name }) => name.startsWith("git") && worksIn(pid, folder));
    if (stale.length === 0) return;
    for (const { pid } of stale) signalProcess(pid, "SIGKILL");
    await sleep(ROUND_MS);
  }
  throw new Error(`git processes of an earlier forge still run in ${folder}`);
}

/** The forge names the repository in every call: `git -C <folder>`. */
function worksIn(pid: number, folder: string): boolean {
  return commandLine(pid).some((word) => word.startsWith(`${folder}${sep}`));
}
