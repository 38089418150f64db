import { describe, expect, it } from "vitest";
import {
  DIMENSIONS,
  Dimensions,
  dimensionsOf,
  effectsOf,
  errorSurfacesOf,
  PURE,
  TOTAL,
} from "../../../src/domain/contract/dimensions.js";
import { aContract, complaints } from "../../support/contract.js";

const valid = dimensionsOf(aContract());
const [raw] = valid.inputs;
const [tag] = valid.outputs;
const [emptyTag] = errorSurfacesOf(valid);
const [write] = effectsOf(valid);

describe("the five dimensions", () => {
  it("are accepted when complete", () => {
    expect(complaints(Dimensions, valid)).toEqual([]);
  });

  it.each(DIMENSIONS)("all have to be there: without %s there is no contract", (dimension) => {
    const { [dimension]: _left, ...rest } = valid;
    expect(complaints(Dimensions, rest)).toHaveLength(1);
    expect(complaints(Dimensions, rest)[0]).toContain(dimension);
  });

  it("are all that is taken from a contract", () => {
    expect(Object.keys(dimensionsOf(aContract()))).toEqual([...DIMENSIONS]);
  });

  it.each([
    ["no inputs", { inputs: [] }, "inputs: must name at least one input"],
    ["no outputs", { outputs: [] }, "outputs: must name at least one output"],
    ["no error surfaces", { error_surfaces: [] }, `error_surfaces: must be a list that is not empty, or "none: total"`],
    ["no effects", { effects: [] }, `effects: must be a list that is not empty, or "none: pure"`],
    ["a bare none", { effects: "none" }, `effects: must be a list that is not empty, or "none: pure"`],
    ["the other word", { effects: TOTAL }, `effects: must be a list`],
    [
      "no mode at all",
      { modes: { sync: false, async: false, notes: "nothing works" } },
      "at least one of sync and async",
    ],
    ["placeholder notes", { modes: { sync: true, async: false, notes: "TBD" } }, "modes.notes: must say something"],
    ["an input of two words", { inputs: [{ ...raw, name: "raw tag" }] }, "inputs.0.name: must be one word"],
    ["a placeholder type", { inputs: [{ ...raw, type: "TBD" }] }, "inputs.0.type"],
    ["a placeholder constraint", { inputs: [{ ...raw, constraints: ["N/A"] }] }, "inputs.0.constraints.0"],
    ["a second spelling of required", { inputs: [{ ...raw, optional: false }] }, "inputs.0.optional"],
    ["an unknown field", { inputs: [{ ...raw, default: "x" }] }, "inputs.0"],
    ["one input twice", { inputs: [raw, raw] }, `inputs.1.name: input "raw" is already declared at [0]`],
    [
      "one constraint twice",
      { inputs: [{ ...raw, constraints: ["a b", "a b"] }] },
      "inputs.0.constraints.1: constraint",
    ],
    ["one output twice", { outputs: [tag, tag] }, `outputs.1.name: output "tag" is already declared at [0]`],
    ["one invariant twice", { outputs: [{ ...tag, invariants: ["x y", "x y"] }] }, "outputs.0.invariants.1: invariant"],
    [
      "one error twice",
      { error_surfaces: [emptyTag, emptyTag] },
      `error surface "EmptyTag" is already declared at [0]`,
    ],
    ["a strange surface", { error_surfaces: [{ ...emptyTag, surface: "signal" }] }, "[0].surface: "],
    [
      "one effect twice",
      { effects: [write, { ...write, description: "again" }] },
      `effect "WRITE audit-log" is already`,
    ],
    ["a strange effect", { effects: [{ ...write, type: "GET" }] }, "[0].type: "],
    ["a silent effect", { effects: [{ ...write, description: "" }] }, "effects.0.description: must say something"],
  ])("are refused with %s", (_case, change, complaint) => {
    expect(complaints(Dimensions, { ...valid, ...change }).join("\n")).toContain(complaint);
  });

  it.each(["POST", "PUT", "PATCH", "WRITE", "CALL", "MUTATION"])("know the effect %s", (type) => {
    expect(complaints(Dimensions, { ...valid, effects: [{ ...write, type }] })).toEqual([]);
  });

  it.each(["exception", "code", "variant"])("know the error surface %s", (surface) => {
    expect(complaints(Dimensions, { ...valid, error_surfaces: [{ ...emptyTag, surface }] })).toEqual([]);
  });

  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])("allow sync %s with async %s", (sync, async) => {
    expect(complaints(Dimensions, { ...valid, modes: { sync, async, notes: "as called" } })).toEqual([]);
  });

  it("say in a word that a function is pure, or that it is total", () => {
    const pure = { ...valid, effects: PURE, error_surfaces: TOTAL } as const;
    expect(complaints(Dimensions, pure)).toEqual([]);
    expect(effectsOf(pure)).toEqual([]);
    expect(errorSurfacesOf(pure)).toEqual([]);
  });
});
