import { z } from "zod";
import { type Dimensions, effectName, effectsOf, errorSurfacesOf, PURE, TOTAL } from "../contract/dimensions.js";
import { MeaningfulText } from "../contract/meaningful-text.js";

const Lines = z.array(MeaningfulText).min(1);

/** The five dimensions as short lines, for people and for search (requirements.md#index-entry). */
export const IoSummary = z.strictObject({
  inputs: Lines,
  outputs: Lines,
  error_surfaces: Lines,
  effects: Lines,
  modes: Lines,
});
export type IoSummary = z.infer<typeof IoSummary>;

const RULES_FOLLOW = " where ";

export function summarizeInterface(contract: Dimensions): IoSummary {
  return {
    inputs: contract.inputs.map(({ name, type, optional, constraints }) =>
      valueLine(optional ? `${name}?` : name, type, constraints),
    ),
    outputs: contract.outputs.map(({ name, type, invariants }) => valueLine(name, type, invariants)),
    error_surfaces: orWord(
      errorSurfacesOf(contract).map(({ name, when, surface }) => `${name} (${surface}): ${when}`),
      TOTAL,
    ),
    effects: orWord(
      effectsOf(contract).map((effect) => `${effectName(effect)}: ${effect.description}`),
      PURE,
    ),
    modes: (["sync", "async"] as const).filter((mode) => contract.modes[mode]),
  };
}

/** The type in a line such as `limit?: number where at least 1`. Names hold no space, so the first colon ends the name. */
export function typeInLine(line: string): string {
  const afterName = line.slice(line.indexOf(": ") + 2);
  const end = afterName.indexOf(RULES_FOLLOW);
  return end === -1 ? afterName : afterName.slice(0, end);
}

function valueLine(name: string, type: string, rules: readonly string[]): string {
  return rules.length === 0 ? `${name}: ${type}` : `${name}: ${type}${RULES_FOLLOW}${rules.join("; ")}`;
}

function orWord(lines: readonly string[], word: string): string[] {
  return lines.length === 0 ? [word] : [...lines];
}
