import { z } from "zod";
import { MeaningfulText } from "../contract/meaningful-text.js";

/**
 * A role says that a gate is wrong about its work. A person reads it; it makes no gate green
 * (decisions.md#a-gate-fault-costs-no-attempt).
 */
export const ContestedGate = z.strictObject({
  validator: z.string().min(1).max(100),
  /** The finding that is wrong, as the gate gave it. */
  finding: MeaningfulText.max(2_000),
  /** Why it is wrong, with what shows it. */
  why: MeaningfulText.max(4_000),
});
export type ContestedGate = z.infer<typeof ContestedGate>;
