import { z } from "zod";

/** `error` stops the App here; `warning` makes it wait for a person, or surprises; `note` is good to know. */
export const FindingLevel = z.enum(["error", "warning", "note"]);
export type FindingLevel = z.infer<typeof FindingLevel>;

/** One thing that stands in the way: what it is, why it matters, what to do, and where. */
export type Finding = {
  readonly code: string;
  readonly level: FindingLevel;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  readonly link: string | null;
};
