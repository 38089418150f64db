import { z } from "zod";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";

/** `true` or `false` as the text of an input. */
export const BooleanText = z.enum(["true", "false"]);
/** A whole number as the text of an input. */
export const CountText = z.string().regex(/^\d+$/, "must be a whole number");

/** Checks the inputs of a stand-in. An empty input counts as missing, like in @actions/core. */
export function readInputs<S extends z.ZodType>(
  name: string,
  schema: S,
  given: Readonly<Record<string, string>>,
): Outcome<z.output<S>> {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const checked = schema.safeParse(present);
  if (checked.success) return accept(checked.data);
  const words = checked.error.issues.map((issue) => `input ${issue.path.join(".")} ${issue.message}`);
  return refuse("invalid-input", `${name}: ${words.join("; ")}`);
}
