import { z } from "zod";
import { isBlank, isPlaceholder, visibleText } from "../placeholder.js";

/** RFC 8785 has no form for a lone surrogate, so a text with one has no fingerprint. */
const HALF_A_CHARACTER = /\p{Surrogate}/u;

const wellFormed = (text: string) => !HALF_A_CHARACTER.test(text);

/** A text with content: not empty, not "TBD", not a bare "none" (decisions.md#placeholders-are-errors). */
export const MeaningfulText = z
  .string()
  .refine((text) => !isPlaceholder(text), "must say something; it is empty or a placeholder such as TBD, N/A or none")
  .refine(wellFormed, "must be well-formed Unicode");
export type MeaningfulText = z.infer<typeof MeaningfulText>;

/** No language uses these as names. */
const NO_NAME = /^(?:tbd|tba|tbc|fixme|xxx|n\/a|[-.?…]+)$/i;

/**
 * The name or type of a thing. Some placeholder words are valid names: a to-do list has a `Todo`, TypeScript an
 * `unknown`, Python a `None`, Rust a `()`.
 */
export const Label = z
  .string()
  .refine((text) => !isBlank(text) && !NO_NAME.test(visibleText(text)), "must be a name, not empty or a placeholder")
  .refine(wellFormed, "must be well-formed Unicode");
export type Label = z.infer<typeof Label>;
