import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeCompatibility } from "../../../src/domain/contract/compatibility.js";
import {
  type Dimensions,
  dimensionsOf,
  effectsOf,
  errorSurfacesOf,
  PURE,
  TOTAL,
} from "../../../src/domain/contract/dimensions.js";
import { aContract } from "../../support/contract.js";
import { anInterface } from "../../support/interface-arbitrary.js";

const before = dimensionsOf(aContract());
const [raw, locale] = before.inputs as [Dimensions["inputs"][number], Dimensions["inputs"][number]];
const [tag] = before.outputs as [Dimensions["outputs"][number]];
const errors = [...errorSurfacesOf(before)];
const effects = [...effectsOf(before)];
const optional = { name: "limit", type: "number", optional: true, constraints: ["at least 1"] } as const;
const extra = { name: "warnings", type: "string[]", invariants: [] };
const timeout = { name: "Timeout", when: "the fold takes too long", surface: "exception" } as const;
const second = { ...before, error_surfaces: [...errors, timeout] };

describe("a change that callers do not notice", () => {
  it.each<[string, Dimensions, Partial<Dimensions>]>([
    ["nothing changes", before, {}],
    ["an optional input is added", before, { inputs: [raw, locale, { ...optional, constraints: ["at least 1"] }] }],
    ["an output is added", before, { outputs: [tag, extra] }],
    ["an error surface is added", before, { error_surfaces: [...errors, timeout] }],
    ["error surfaces change places", second, { error_surfaces: [timeout, ...errors] }],
    ["an input becomes optional", before, { inputs: [{ ...raw, optional: true }, locale] }],
    ["an output promises more", before, { outputs: [{ ...tag, invariants: ["lower case", "no spaces"] }] }],
    ["constraints change places", before, { inputs: [{ ...raw, constraints: raw.constraints.toReversed() }, locale] }],
  ])("is compatible: %s", (_case, from, change) => {
    expect(judgeCompatibility(from, { ...from, ...change })).toEqual({
      compatibility: "BACKWARD_COMPATIBLE",
      reasons: [],
    });
  });
});

describe("a change that callers notice", () => {
  const twoOutputs = { ...before, outputs: [tag, extra] };
  const twoEffects = {
    ...before,
    effects: [...effects, { type: "CALL", target: "clock", description: "reads it" } as const],
  };
  it.each<[string, Dimensions, Partial<Dimensions>, string]>([
    ["an input is removed", before, { inputs: [raw] }, 'input "locale" removed'],
    [
      "a required input is added",
      before,
      { inputs: [raw, locale, { name: "limit", type: "number", constraints: [] }] },
      'required input "limit" added',
    ],
    [
      "an input has another type",
      before,
      { inputs: [{ ...raw, type: "Buffer" }, locale] },
      'input "raw" changed its type',
    ],
    [
      "an input is constrained more",
      before,
      { inputs: [{ ...raw, constraints: [...raw.constraints, "no spaces"] }, locale] },
      'input "raw" changed its constraints',
    ],
    [
      "an input is constrained less, which its callers may rely on being refused",
      before,
      { inputs: [{ ...raw, constraints: ["not empty"] }, locale] },
      'input "raw" changed its constraints',
    ],
    [
      "an input is no longer optional",
      before,
      { inputs: [raw, { name: "locale", type: "string", constraints: [] }] },
      'input "locale" changed its optional',
    ],
    ["inputs change places", before, { inputs: [locale, raw] }, 'input "raw" moved to another position'],
    [
      "an optional input pushes in",
      before,
      { inputs: [{ ...optional, constraints: [] }, raw, locale] },
      'input "raw" moved to another position',
    ],
    ["an output is removed", twoOutputs, { outputs: [tag] }, 'output "warnings" removed'],
    ["an output has another type", before, { outputs: [{ ...tag, type: "Buffer" }] }, 'output "tag" changed its type'],
    [
      "an output promises less",
      before,
      { outputs: [{ ...tag, invariants: [] }] },
      'output "tag" changed its invariants',
    ],
    ["outputs change places", twoOutputs, { outputs: [extra, tag] }, 'output "tag" moved to another position'],
    ["an error surface is removed", second, { error_surfaces: errors }, 'error surface "Timeout" removed'],
    [
      "an error surface means something else",
      before,
      { error_surfaces: errors.map((error) => ({ ...error, when: "raw is empty" })) },
      'error surface "EmptyTag" changed its when',
    ],
    [
      "an error surface reaches callers otherwise",
      before,
      { error_surfaces: errors.map((error) => ({ ...error, surface: "code" as const })) },
      'error surface "EmptyTag" changed its surface',
    ],
    [
      "a total function can fail now",
      { ...before, error_surfaces: TOTAL },
      { error_surfaces: errors },
      'error surface "none: total" removed',
    ],
    ["an effect is added", before, { effects: twoEffects.effects }, 'effect "CALL clock" added'],
    ["an effect is removed", twoEffects, { effects }, 'effect "CALL clock" removed'],
    [
      "an effect does something else",
      before,
      { effects: effects.map((effect) => ({ ...effect, description: "rewrites the file" })) },
      'effect "WRITE audit-log" changed its description',
    ],
    ["a pure function is pure no more", { ...before, effects: PURE }, { effects }, 'effect "none: pure" removed'],
    ["it becomes async", before, { modes: { ...before.modes, async: true } }, 'mode "async" changed'],
    [
      "it stops being sync",
      { ...before, modes: { ...before.modes, async: true } },
      { modes: { ...before.modes, sync: false, async: true } },
      'mode "sync" changed',
    ],
    ["its modes mean something else", before, { modes: { ...before.modes, notes: "blocks" } }, 'mode "notes" changed'],
  ])("breaks: %s", (_case, from, change, reason) => {
    const verdict = judgeCompatibility(from, { ...from, ...change });
    expect(verdict.compatibility).toBe("BREAKING");
    expect(verdict.reasons).toContain(reason);
  });

  it("is explained by every reason, not only the first", () => {
    const { reasons } = judgeCompatibility(before, { ...before, inputs: [raw], outputs: [{ ...tag, type: "Buffer" }] });
    expect(reasons).toEqual(['input "locale" removed', 'output "tag" changed its type']);
  });

  it("is an addition read backwards", () => {
    fc.assert(
      fc.property(anInterface, fc.stringMatching(/^new[A-Z]{4}$/), (dimensions, name) => {
        const more = { ...dimensions, outputs: [...dimensions.outputs, { name, type: "string", invariants: [] }] };
        expect(judgeCompatibility(dimensions, more).compatibility).toBe("BACKWARD_COMPATIBLE");
        expect(judgeCompatibility(more, dimensions).reasons).toEqual([`output "${name}" removed`]);
      }),
    );
  });
});
