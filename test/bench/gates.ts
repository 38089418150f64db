import type { BenchLine, Progress } from "./bench-line.js";
import { benchJudging } from "./gates-judging.js";
import { benchMutation } from "./gates-mutation.js";
import { benchPipeline } from "./gates-pipeline.js";
import { benchStart } from "./gates-start.js";

/** What gates cost beside the commands they run, and beside a type check. */
export async function benchGates(progress: Progress): Promise<BenchLine[]> {
  return [
    ...(await benchPipeline(progress)),
    ...(await benchMutation(progress)),
    ...(await benchStart(progress)),
    ...(await benchJudging(progress)),
  ];
}
