import { z } from "zod";
import type { Dimension } from "../contract/dimensions.js";

/** The six criteria of a challenge (requirements.md#evaluation-rubric). */
export const CriterionId = z.enum(["R1", "R2", "R3", "R4", "R5", "R6"]);
export type CriterionId = z.infer<typeof CriterionId>;

/** One criterion: its name and what the Challenger checks. */
export type Criterion = { readonly id: CriterionId; readonly title: string; readonly checks: string };

/** The evaluation rubric as data. Prompts, reviews and documentation are generated from it. */
export const RUBRIC: readonly Criterion[] = [
  {
    id: "R1",
    title: "Contract conformance",
    checks:
      "All five dimensions of the contract hold: inputs (types and constraints), outputs (types and invariants), error surfaces " +
      "(conditions and types or codes), effects (writes, calls, mutations) and modes (sync or async). A dimension left out is NOT_MET.",
  },
  {
    id: "R2",
    title: "Test coverage",
    checks:
      "At least one test for each input constraint, each output invariant and each error surface, and one happy path. All tests " +
      "are black-box: they use the public contract surface only.",
  },
  {
    id: "R3",
    title: "Error handling completeness",
    checks:
      "Every declared error surface is handled, and no undeclared failure can be reached in normal or boundary operation. One " +
      "reachable error path that is neither declared nor handled is NOT_MET.",
  },
  {
    id: "R4",
    title: "Dependency usage",
    checks:
      "Dependencies are used through their published contracts alone, nothing of their inside is read, imported or assumed, and " +
      "their fingerprints are those of the locked versions.",
  },
  {
    id: "R5",
    title: "Acceptance criteria",
    checks:
      "Every acceptance criterion of the task can be traced to a specific test, assertion or verifiable output. A criterion met " +
      "only by claim is NOT_MET.",
  },
  {
    id: "R6",
    title: "Decomposition compliance",
    checks:
      "The module is micro: one input-to-output behaviour that one sentence describes, at most one public contract surface, " +
      "shippable by itself with local black-box tests, dependencies by contract only.",
  },
];

/** The five dimensions that R1 must address, and the words that count as addressing them. */
export const DIMENSION_WORDS = {
  inputs: /\binputs?\b/i,
  outputs: /\boutputs?\b/i,
  error_surfaces: /\berrors?(?:_surfaces?)?\b/i,
  effects: /\beffects?\b/i,
  modes: /\bmodes?\b|\ba?sync(?:hronous)?\b/i,
} as const satisfies Record<Dimension, RegExp>;
