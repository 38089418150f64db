import { describe, expect, it } from "vitest";
import { parseWorkflow } from "../../../../src/sandbox/runner/workflow/parse-workflow.js";
import { declaredInputs, resolveInputs } from "../../../../src/sandbox/runner/workflow/resolve-inputs.js";

const workflow = (inputs: string) => {
  const parsed = parseWorkflow({
    path: "w.yml",
    text: `on:\n  workflow_dispatch:\n    inputs: ${inputs}\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: "true" }] } }\n`,
  });
  if (!parsed.ok) throw new Error(parsed.refusal.message);
  return parsed.value;
};

const resolve = (declaration: string, given: unknown) => {
  const result = resolveInputs(workflow(`{ x: ${declaration} }`), given === undefined ? {} : { x: given });
  return result.ok ? result.value.x : result.refusal;
};

describe("the inputs of a dispatch", () => {
  it.each([
    ["{ type: string }", "v", "v"],
    ["{}", "v", "v"],
    ["{ type: string }", undefined, ""],
    ["{ type: string, default: d }", undefined, "d"],
    ["{ type: string, default: d }", "", ""],
    ["{ type: string }", 5, "5"],
    ["{ type: string, required: true, default: d }", undefined, "d"],
    ["{ type: boolean }", "true", true],
    ["{ type: boolean }", "false", false],
    ["{ type: boolean }", true, true],
    ["{ type: boolean }", undefined, false],
    ["{ type: boolean, default: true }", undefined, true],
    ["{ type: boolean, default: true }", "false", false],
    ["{ type: number }", "1.5", 1.5],
    ["{ type: number }", undefined, 0],
    ["{ type: number, default: 4 }", undefined, 4],
    ["{ type: choice, options: [a, b] }", "b", "b"],
    ["{ type: choice, options: [a, b], default: a }", undefined, "a"],
    ["{ type: choice, options: [1, 2] }", "2", "2"],
  ])("%s given %j is %j", (declaration, given, expected) => {
    expect(resolve(declaration, given)).toBe(expected);
  });

  it.each([
    ["{ type: string, required: true }", undefined, "missing-input", "Required input 'x' not provided"],
    ["{ type: string, required: true }", "", "missing-input", "Required input 'x' not provided"],
    ["{ type: boolean }", "yes", "invalid-input", "is not a boolean"],
    ["{ type: number }", "many", "invalid-input", "is not a number"],
    ["{ type: number }", "Infinity", "invalid-input", "is not a number"],
    ["{ type: number }", " ", "invalid-input", "is not a number"],
    ["{ type: choice, options: [a, b] }", "c", "invalid-input", "not in the list of allowed values"],
    ["{ type: string }", { a: 1 }, "invalid-input", "must be a string"],
  ])("%s refuses %j", (declaration, given, code, words) => {
    expect(resolve(declaration, given)).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it("are refused when the workflow does not declare them, even by the names of an object's own methods", () => {
    expect(resolveInputs(workflow("{ x: {} }"), { x: "1", y: "2", toString: "3" })).toMatchObject({
      ok: false,
      refusal: { code: "unexpected-inputs", details: { unexpected: ["y", "toString"] } },
    });
  });

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index}`, "v"]));
  const declare = (count: number) =>
    `{ ${Object.keys(many(count))
      .map((name) => `${name}: {}`)
      .join(", ")} }`;

  it.each([
    [25, true],
    [26, false],
  ])("%i of them: %s", (count, isAccepted) => {
    const result = resolveInputs(workflow(declare(count)), many(count));
    expect(result).toMatchObject(isAccepted ? { ok: true } : { ok: false, refusal: { code: "too-many-inputs" } });
  });

  it.each([
    [65_535, true],
    [65_536, false],
  ])("of %i characters: %s", (length, isAccepted) => {
    const value = "v".repeat(length - JSON.stringify({ x: "" }).length);
    const result = resolveInputs(workflow("{ x: {} }"), { x: value });
    expect(result).toMatchObject(isAccepted ? { ok: true } : { ok: false, refusal: { code: "inputs-too-large" } });
  });

  it("of a workflow without any are none", () => {
    const parsed = parseWorkflow({
      path: "w.yml",
      text: 'on: workflow_dispatch\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: "true" }] } }\n',
    });
    expect(parsed.ok && declaredInputs(parsed.value)).toEqual({});
  });
});
