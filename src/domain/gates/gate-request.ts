import { z } from "zod";
import { ModuleRef, Sha, TaskId } from "../ids.js";

/** What a run is for: red, green, the whole branch before its merge, the project's baseline, a lock file for declared dependencies. */
export const GateRunType = z.enum(["CONTRACT", "EXECUTION", "INTEGRITY", "BASELINE", "RESOLVE"]);
export type GateRunType = z.infer<typeof GateRunType>;

/**
 * Judging reads code, executing runs it. Two runs, so that code which runs can reach nothing of the judge
 * (decisions.md#reading-and-running-are-apart).
 */
export const GatePart = z.enum(["judge", "execute"]);
export type GatePart = z.infer<typeof GatePart>;

/** Names one run, unguessably: the run carries it in its title, its report repeats it. */
export const GateNonce = z.string().regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits");
export type GateNonce = z.infer<typeof GateNonce>;

/** The one JSON input of `factory-gates.yml`. Everything else the run needs it reads from these commits. */
export const GateRequest = z.strictObject({
  schema_version: z.literal(1),
  nonce: GateNonce,
  part: GatePart,
  run_type: GateRunType,
  /** Null for a baseline, which is of the default branch. */
  task: TaskId.nullable(),
  /** Null where a run is about the whole branch. */
  module: ModuleRef.nullable(),
  /** What the work is built on: for red, the commit before this module's; gate configuration is read from here. */
  base_sha: Sha,
  head_sha: Sha,
  /** Plan, manifest, locks and the baseline are read from this commit of the state branch, never from the head. */
  state_sha: Sha,
  /** Why gate 3 leaves the whole suite out this time; absent when it runs (decisions.md#cadence-of-the-suite). */
  skip_suite: z.string().min(1).max(300).exactOptional(),
});
export type GateRequest = z.infer<typeof GateRequest>;

type Titled = Pick<GateRequest, "run_type" | "part" | "task" | "nonce">;

/** How a run is called in the list of runs: what it is for, in words for people, and last the nonce. */
export function gateRunTitle({ run_type, part, task, nonce }: Titled): string {
  return ["factory", run_type.toLowerCase(), part, ...(task === null ? [] : [task]), nonce].join(" ");
}

/** The nonce in a run's title, by which the App finds its own again: the words before it are the installed workflow's. */
export function nonceInTitle(title: string): GateNonce | undefined {
  return /^factory .* ([0-9a-f]{32})$/.exec(title)?.[1];
}
