import { z } from "zod";
import { Instant } from "../../domain/ids.js";
import { SuiteAwaited } from "../../domain/validation/suite-awaited.js";

/** A run of the whole suite that a person asked for and that has not ended. */
export const ValidationState = z.strictObject({
  /** The comment that asked for it: the key of the answer. */
  comment: z.int().positive(),
  issue: z.int().positive(),
  since: Instant,
  /** Null until the run was requested, and after one was lost. */
  run: SuiteAwaited.nullable(),
  lost: z.int().min(0),
});
export type ValidationState = z.infer<typeof ValidationState>;
