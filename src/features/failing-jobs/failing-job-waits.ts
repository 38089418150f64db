import type { Wait, WaitView } from "../../engine/wait.js";
import { plainLine } from "../../render/plain-text.js";
import { MOST_FAILURES } from "./failing-job.js";

/** Jobs that are still called for and have failed: below the limit they are tried again, beyond it only a person helps. */
export function failingJobWaits({ state: { failing_jobs = {} }, pending }: WaitView): Wait[] {
  return pending.flatMap(({ key }): Wait[] => {
    const failing = failing_jobs[key];
    if (failing === undefined) return [];
    const { what, times, why, since, task } = failing;
    const who = times < MOST_FAILURES ? "factory" : "person";
    const advice = who === "factory" ? "it is tried again by itself" : "the operator of the App finds more in its log";
    const words = `the job ${what}, which failed ${times === 1 ? "once" : `${times} times`} with the same error (${plainLine(why)}); ${advice}`;
    return [{ who, for: words, since, ...(task === null ? {} : { task }) }];
  });
}
