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
    inputs: contract.inputs.map(({ name, type, optional, channel, constraints }) =>
      valueLine(`${optional ? `${name}?` : name}${way(channel)}`, type, constraints),
    ),
    outputs: contract.outputs.map(({ name, type, channel, invariants }) =>
      valueLine(`${name}${way(channel)}`, type, invariants),
    ),
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

/** A shipped module as its users know it: what it is for, where it is, what it offers and promises. */
export function surfaceLines(contract: Dimensions & Surface): string[] {
  const { name, purpose, entry, creates } = contract;
  const dimensions = Object.entries(summarizeInterface(contract)).map(
    ([dimension, lines]) => `${dimension}: ${lines.join("; ")}`,
  );
  return [`${name}. ${purpose}`, `entry: ${entry}`, `exports: ${creates.join(", ")}`, ...dimensions];
}

type Surface = {
  readonly name: string;
  readonly purpose: string;
  readonly entry: string;
  readonly creates: readonly string[];
};

/**
 * The type in a line such as `limit?: number where at least 1`. Names contain no space, so the first colon ends the
 * name.
 */
export function typeInLine(line: string): string {
  const afterName = line.slice(line.indexOf(": ") + 2);
  const end = afterName.indexOf(RULES_FOLLOW);
  return end === -1 ? afterName : afterName.slice(0, end);
}

function valueLine(name: string, type: string, rules: readonly string[]): string {
  return rules.length === 0 ? `${name}: ${type}` : `${name}: ${type}${RULES_FOLLOW}${rules.join("; ")}`;
}

/** Standard input and the like; nothing for a parameter. */
function way(channel: string | undefined): string {
  return channel === undefined ? "" : ` (${channel})`;
}

function orWord(lines: readonly string[], word: string): string[] {
  return lines.length === 0 ? [word] : [...lines];
}
