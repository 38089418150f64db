import { reachableFrom } from "../../domain/graph.js";
import type { Status } from "./expressions/expression-scope.js";
import type { JobResult } from "./run-event.js";

/** The needs of each job, in the order of the file. */
export type JobGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Runs every job after its needs, at most `limit` at a time and in the order of the file. A defect in one job is thrown
 * after the others have ended, so that none is left running.
 */
export async function scheduleJobs(
  graph: JobGraph,
  limit: number,
  run: (key: string, results: ReadonlyMap<string, JobResult>) => Promise<JobResult>,
): Promise<Map<string, JobResult>> {
  const results = new Map<string, JobResult>();
  const running = new Map<string, Promise<void>>();
  const begun = new Set<string>();
  const defects: unknown[] = [];
  const begin = async (key: string): Promise<void> => {
    try {
      results.set(key, await run(key, results));
    } catch (defect) {
      defects.push(defect);
      results.set(key, { conclusion: "failure", outputs: {} });
    } finally {
      running.delete(key);
    }
  };
  while (results.size < graph.size) {
    const ready = [...graph].filter(([key, needs]) => !begun.has(key) && needs.every((need) => results.has(need)));
    for (const [key] of ready.slice(0, limit - running.size)) {
      begun.add(key);
      running.set(key, begin(key));
    }
    await Promise.race(running.values());
  }
  if (defects.length > 0) throw defects[0];
  return results;
}

/**
 * The status that `success()` and the other status functions use for a job. All ancestors count, not only the named
 * ones. After a skipped or failed job, GitHub starts a job only if its `if:` allows it.
 */
export function statusBefore(key: string, graph: JobGraph, results: ReadonlyMap<string, JobResult>): Status {
  const before = [...reachableFrom([key], graph)].map((ancestor) => results.get(ancestor)?.conclusion);
  if (before.includes("failure")) return "failure";
  return before.every((conclusion) => conclusion === "success") ? "success" : "skipped";
}
