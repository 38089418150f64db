import { z } from "zod";
import { ModuleRef, Sha, TaskId } from "../ids.js";

/**
 * The purpose of a run: red, green, the whole branch before its merge, the project's baseline, a lock file for declared
 * dependencies.
 */
export const GateRunType = z.enum(["CONTRACT", "EXECUTION", "INTEGRITY", "BASELINE", "RESOLVE"]);
export type GateRunType = z.infer<typeof GateRunType>;

/**
 * A judging run reads code, an executing run runs it. They are separate, so that executed code cannot reach the judge
 * (decisions.md#reading-and-running-are-apart).
 */
export const GatePart = z.enum(["judge", "execute"]);
export type GatePart = z.infer<typeof GatePart>;

/** An unguessable name for one run. The run has it in its title, and its report repeats it. */
export const GateNonce = z.string().regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits");
export type GateNonce = z.infer<typeof GateNonce>;

/** The only JSON input of `factory-gates.yml`. The run reads everything else from these commits. */
export const GateRequest = z.strictObject({
  schema_version: z.literal(1),
  nonce: GateNonce,
  part: GatePart,
  run_type: GateRunType,
  /** Null for a baseline, which is a run on the default branch. */
  task: TaskId.nullable(),
  /** Null when a run is about the whole branch. */
  module: ModuleRef.nullable(),
  /**
   * The commit that the work is built on (for red, the commit before this module's). Gate configuration is read from
   * it.
   */
  base_sha: Sha,
  head_sha: Sha,
  /** Plan, manifest, locks and the baseline are read from this commit of the state branch, never from the head. */
  state_sha: Sha,
  /** Why gate 3 leaves the whole suite out this time; absent when it runs (decisions.md#cadence-of-the-suite). */
  skip_suite: z.string().min(1).max(300).exactOptional(),
});
export type GateRequest = z.infer<typeof GateRequest>;

type Titled = Pick<GateRequest, "run_type" | "part" | "task" | "nonce">;

/** The title of a run in the list of runs: its purpose in words, then the nonce. */
export function gateRunTitle({ run_type, part, task, nonce }: Titled): string {
  return ["factory", run_type.toLowerCase(), part, ...(task === null ? [] : [task]), nonce].join(" ");
}

/** The nonce in a run's title, by which the App finds its runs. The installed workflow chooses the words before it. */
export function nonceInTitle(title: string): GateNonce | undefined {
  return /^factory .* ([0-9a-f]{32})$/.exec(title)?.[1];
}
