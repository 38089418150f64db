import { describe, expect, it } from "vitest";
import { callsOf } from "../../../../src/domain/contract/calls.js";
import type { Contract } from "../../../../src/domain/contract/contract.js";
import { difference } from "../../../../src/domain/contract/difference.js";
import { dimensionsOf } from "../../../../src/domain/contract/dimensions.js";
import { describeDifferences } from "../../../../src/features/halts/escalation/dimension-differences.js";
import { surfaceDimensions } from "../../../../src/features/shipping/surface-dimensions.js";
import { compileSurface } from "../../../../src/languages/javascript/compiled-surface/compile-surface.js";
import { aContract } from "../../../support/contract.js";

const TEXT = { name: "text", type: "string", constraints: [] };
const COUNT = { name: "count", type: "number", invariants: [] };

/** The dimensions in which the code differs from its contract. */
function differences(source: string, fields: Partial<Contract>) {
  const contract = aContract({
    entry: "src/count.ts",
    modes: { sync: true, async: false, notes: "Returns at once." },
    ...fields,
  });
  const surface = compileSurface({
    entry: contract.entry,
    sources: { [contract.entry]: source },
    creates: contract.creates,
    calls: callsOf(contract).map((call) => ({
      export: call.export,
      inputs: call.inputs.map(({ type }) => type),
      outputs: call.outputs.map(({ type }) => type),
    })),
  });
  const { actual, notJudged } = surfaceDimensions(contract, surface);
  const found = describeDifferences(difference(dimensionsOf(contract), actual));
  return { found: found.map(({ dimension }) => dimension), notJudged };
}

describe("a command", () => {
  const command = {
    creates: ["main"],
    inputs: [
      { ...TEXT, channel: "stdin" as const },
      { name: "rate", type: "number", channel: "argument" as const, constraints: [] },
    ],
    outputs: [{ ...COUNT, channel: "stdout" as const }],
  };

  it.each([
    "export function main(): void {}",
    "export async function main(argv: string[]): Promise<void> { await argv; }",
    "export function main(argv: string[], stdin: { read(): string }): number { return argv.length + stdin.read().length; }",
  ])("keeps its contract without parameters for what comes by a channel: %s", (source) => {
    const { found, notJudged } = differences(source, command);
    expect(found).toEqual([]);
    expect(notJudged).toContain("inputs: text comes by stdin, which tests show");
    expect(notJudged).toContain("outputs: count leaves by stdout, which tests show");
  });

  it("is compared in the parameters that it does promise", () => {
    const inputs = [TEXT, { name: "HOME", type: "string", channel: "environment" as const, constraints: [] }];
    expect(differences("export function main(text: number): void {}", { ...command, inputs }).found).toEqual([
      "inputs",
    ]);
  });
});

describe("a module of several functions", () => {
  const several = {
    creates: ["count", "shorten"],
    inputs: [
      { ...TEXT, of: "count" },
      { name: "long", type: "string", of: "shorten", constraints: [] },
    ],
    outputs: [
      { ...COUNT, of: "count" },
      { name: "short", type: "string", of: "shorten()", invariants: [] },
    ],
  };
  const shorten = "export function shorten(long: string): string { return long; }";

  it("keeps its contract when each function keeps its own part", () => {
    const source = `export function count(text: string): number { return text.length; }\n${shorten}`;
    expect(differences(source, several).found).toEqual([]);
  });

  it.each([
    ["inputs", "export function count(text: Date): number { return text.getTime(); }"],
    ["outputs", "export function count(text: string): string { return text; }"],
    ["modes", "export async function count(text: string): Promise<number> { return text.length; }"],
  ])("breaks its contract in its %s when one function does", (dimension, source) => {
    expect(differences(`${source}\n${shorten}`, several).found).toEqual([dimension]);
  });
});
