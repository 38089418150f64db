import { z } from "zod";
import { isPlaceholder } from "./placeholder.js";

/** A sentence with which a person decides something: never empty, never "TBD" (requirements.md#resolutions). */
export const Statement = z
  .string()
  .refine((text) => !isPlaceholder(text), "must say something: it is empty or a placeholder");
