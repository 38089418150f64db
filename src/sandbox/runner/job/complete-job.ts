import { endLeftovers } from "../process/end-leftovers.js";
import type { JobAnnotation } from "./conclude-job.js";
import type { JobFolders } from "./job-folders.js";
import { removeTree } from "./remove-tree.js";
import type { StepContext } from "./step-context.js";

/** "Complete job": ends remaining processes and removes the job's folders. */
export async function completeJob(job: {
  readonly session: StepContext;
  readonly number: number;
  readonly sessions: readonly number[];
  readonly trackingId: string;
  readonly folders: JobFolders;
  readonly annotations: readonly JobAnnotation[];
}): Promise<void> {
  const console = job.session.open(job.number);
  for (const { level, message } of job.annotations) console.annotate(level, message);
  console.print("Cleaning up orphan processes");
  for (const { pid, name } of await endLeftovers(job))
    console.print(`Terminate orphan process: pid (${pid}) (${name})`);
  await removeTree(job.folders.root);
  job.session.close(job.number, "success");
}
