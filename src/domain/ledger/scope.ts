import { z } from "zod";
import { SpecTaskId } from "../ids.js";

/** A numbered demand of the request. A number is never given to another demand (decisions.md#the-scope-ledger). */
export const RequirementId = z.string().regex(/^REQ-\d{3,}$/, "must look like REQ-001");
export type RequirementId = z.infer<typeof RequirementId>;

/** Something that the request does not say and that was decided all the same. */
export const AssumptionId = z.string().regex(/^ASM-\d{3,}$/, "must look like ASM-001");
export type AssumptionId = z.infer<typeof AssumptionId>;

export const RequirementKind = z.enum(["behaviour", "error", "limit", "quality", "exclusion"]);
export type RequirementKind = z.infer<typeof RequirementKind>;

const Text = z.string().trim().min(1).max(2_000);

/** What a request is read from unless a row says otherwise. */
export const REQUEST_FILE = "SPEC.md";

const File = z.string().min(1).max(1_024).default(REQUEST_FILE);
const Lines = z
  .string()
  .regex(/^\d+(?:-\d+)?$/, "must look like 7 or 7-9")
  .exactOptional()
  .describe("Found by the quote; give it only where the quote occurs more than once.");

/** The acceptance criteria of one task, by their numbers from 1. */
export const HeldBy = z.strictObject({ task: SpecTaskId, criteria: z.array(z.int().positive()).min(1).max(100) });
export type HeldBy = z.infer<typeof HeldBy>;

const held_by = z.array(HeldBy).max(200).default([]);

/** A statement of the request that demands something, in its own words, and what will show that it holds. */
export const Requirement = z.strictObject({
  id: RequirementId.exactOptional().describe("Leave it out: rows are numbered when they are handed in."),
  quote: Text.describe("The statement, word for word."),
  file: File,
  lines: Lines,
  kind: RequirementKind,
  held_by,
  no_test: Text.exactOptional().describe("Why no test can show it; only for `quality` and `exclusion`."),
});
export type Requirement = z.infer<typeof Requirement>;

/** Text of the request that demands nothing: a heading, a reason, a greeting. */
export const DemandsNothing = z.strictObject({ quote: z.string().trim().min(1).max(20_000), file: File, lines: Lines });
export type DemandsNothing = z.infer<typeof DemandsNothing>;

const Assumption = z.strictObject({
  id: AssumptionId.exactOptional().describe("Leave it out: rows are numbered when they are handed in."),
  text: Text.describe("What was decided that the request does not say."),
  held_by,
});

/** How a spec answers the request: every word of it is demanded or demands nothing. */
export const Scope = z.strictObject({
  requirements: z.array(Requirement).max(2_000),
  demands_nothing: z.array(DemandsNothing).max(2_000).default([]),
  assumptions: z.array(Assumption).max(500).default([]),
});
export type Scope = z.infer<typeof Scope>;
