import { accept } from "../../domain/refusal.js";
import type { Feature } from "../../engine/feature.js";
import { failingJobWaits } from "./failing-job-waits.js";
import { endFailingJobs, jobFailed } from "./reduce-failing-jobs.js";

/** A job that keeps failing halts its task; nothing is tried again silently for ever. */
export const failingJobs: Feature = {
  name: "failing jobs",
  reduce: { "job-failed": (state, event) => accept(jobFailed(state, event)) },
  follow: ({ after }, event) => endFailingJobs(after, event),
  waits: failingJobWaits,
};
