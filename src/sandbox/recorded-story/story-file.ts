import { z } from "zod";
import { Wait } from "../../engine/wait.js";

/** Where a person wrote: the request's issue, or the pull request of a branch. Numbers may differ in a later run. */
const Place = z.string().min(1);

/** What a person said while the factory waited for one thing. */
export const StoryStep = z.strictObject({
  /** The wait that was answered: where it was, and for which decision. Null: nothing was waited for. */
  asked: z.strictObject({ place: Place, decision: Wait.shape.decision.unwrap().nullable() }).nullable(),
  said: z.array(z.strictObject({ place: Place, text: z.string() })).min(1),
});
export type StoryStep = z.infer<typeof StoryStep>;

/** `story.yml`: what the person of a recorded story did. The model's part is in `recordings`, the request in SPEC.md. */
export const StoryFile = z.strictObject({
  schema_version: z.literal(1),
  /** What the recordings are, in words for whoever plays the story. */
  about: z.string().min(1),
  request: z
    .strictObject({ title: z.string().min(1), body: z.string(), labels: z.array(z.string()).min(1) })
    .nullable(),
  /** `.factory/config.yml` as the person changed it before the request; null: as the App proposed it. */
  config: z.string().nullable(),
  steps: z.array(StoryStep),
  /** The tag of the release that the story ended with; null: it ended without one. */
  released: z.string().min(1).nullable(),
});
export type StoryFile = z.infer<typeof StoryFile>;

/** The name of the issue in place of a branch. */
export const ISSUE = "issue";
