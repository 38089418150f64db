import { z } from "zod";
import { AdjudicationId, ArtifactId } from "../artifacts/artifact-id.js";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { NotesToPeople } from "./notes-to-people.js";
import { amendmentVagueness } from "./vague-amendment.js";
import { VerdictSubject } from "./verdict-subject.js";

export const Decision = z.enum(["APPROVE", "APPROVE_WITH_AMENDMENTS", "REJECT"]);
export type Decision = z.infer<typeof Decision>;

/** One change that the Arbiter requires, exact enough to be carried out and checked (requirements.md#amendments). */
export const Amendment = z
  .strictObject({ action: z.enum(["MODIFY", "ADD", "REMOVE"]), target: z.string(), detail: z.string() })
  .superRefine((amendment, context) => {
    for (const reason of amendmentVagueness(amendment)) context.addIssue({ code: "custom", message: reason });
  });
export type Amendment = z.infer<typeof Amendment>;

const approval = {
  decision: z.literal("APPROVE"),
  amendments: z.array(Amendment).max(0),
  rationale: MeaningfulText,
  notes: NotesToPeople.optional(),
  ship_directive: z.literal("SHIP"),
};
const amendedApproval = {
  decision: z.literal("APPROVE_WITH_AMENDMENTS"),
  amendments: z.array(Amendment).min(1),
  rationale: MeaningfulText,
  notes: NotesToPeople.optional(),
  ship_directive: z.literal("SHIP"),
};
const rejection = {
  decision: z.literal("REJECT"),
  amendments: z.array(Amendment).max(0),
  rationale: MeaningfulText,
  notes: NotesToPeople.optional(),
  ship_directive: z.literal("NO_SHIP"),
};

/**
 * What an Arbiter answers. An approval ships and a rejection does not; only an amended approval has amendments
 * (decisions.md#what-the-arbiter-may-decide).
 */
export const AdjudicationAnswer = z.discriminatedUnion("decision", [
  z.strictObject(approval),
  z.strictObject(amendedApproval),
  z.strictObject(rejection),
]);
export type AdjudicationAnswer = z.infer<typeof AdjudicationAnswer>;

const identity = { adjudication_id: AdjudicationId, target_artifact_id: ArtifactId, bound_to: VerdictSubject };

/**
 * The stored adjudication (requirements.md#debate-records): the answer, its subject, and the ids that the loop assigns.
 */
export const Adjudication = z.discriminatedUnion("decision", [
  z.strictObject({ ...identity, ...approval }),
  z.strictObject({ ...identity, ...amendedApproval }),
  z.strictObject({ ...identity, ...rejection }),
]);
export type Adjudication = z.infer<typeof Adjudication>;
