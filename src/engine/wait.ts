import { z } from "zod";
import { Instant, TaskId } from "../domain/ids.js";
import type { Effect } from "./effects/effect.js";
import type { Observed } from "./observation.js";
import type { Situation } from "./situation.js";

/**
 * What is waited for. Status comment, command line, sandbox and demo show it, and learn whose turn it is from `who` alone:
 * the words are for people.
 */
export const Wait = z.object({
  /** Whose turn it is. Only a person's does not pass by itself. */
  who: z.enum(["person", "factory", "github", "model"]),
  /** To be read after "waiting for": Markdown, on one line. */
  for: z.string(),
  since: Instant,
  /** What a person could say, the recommended command first. */
  commands: z.array(z.string()).readonly().optional(),
  /** The decision that a person is asked for, where the words leave the answers to a card or a pull request. */
  decision: z.enum(["spec", "halt", "amendment", "dependency"]).optional(),
  task: TaskId.optional(),
  /** Nothing that it waits for is known, although nothing has moved for a while. It is logged, too. */
  stalled: z.literal(true).optional(),
  /** Where to look, and to answer; without one it is the issue of the request. */
  pull_request: z.int().positive().optional(),
});
export type Wait = Readonly<z.infer<typeof Wait>>;

/** The same before it is known since when. */
export type UndatedWait = Omit<Wait, "since">;

/**
 * What waits are found in. Where there is no observation, somebody has only the state branch and is not in the issue: such
 * waits leave out what only a look at GitHub shows.
 */
export type WaitView = Pick<Situation, "state" | "config" | "files"> & {
  readonly observed: Observed | null;
  /** The present instant; null where a wait is told without one. */
  readonly now: Instant | null;
  /** The pending effects: a job that failed, or a model that is away, is waited for only while something calls for it. */
  readonly pending: readonly Effect[];
};
