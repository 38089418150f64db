import { GATE_NUMBERS, type GateNumber } from "../../domain/gates/validator-code.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/** Parses `0,1`: the gates to run, in their order. `name` is the name of the option or input, for errors. */
export function readGateList(text: string, name: string): Outcome<readonly GateNumber[]> {
  const requested = new Set(text.split(",").map((part) => part.trim()));
  const known = GATE_NUMBERS.filter((gate) => requested.has(String(gate)));
  if (known.length === requested.size) return accept(known);
  return refuse("gates", `${name} must be numbers from 0 to 3, separated by commas, not ${text}`);
}
