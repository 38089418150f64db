import { describe, expect, it } from "vitest";
import {
  changeContract,
  contractText,
  keepsChange,
  sameText,
} from "../../../src/domain/enforcement/change-contract.js";
import { aContract } from "../../support/contract.js";

const contract = aContract();
const change = (path: string, old_value: string, new_value: string) => ({ path, old_value, new_value });

function changed(...changes: ReturnType<typeof change>[]) {
  const outcome = changeContract(contract, changes);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

const refusal = (...changes: ReturnType<typeof change>[]) => {
  const outcome = changeContract(contract, changes);
  return outcome.ok ? undefined : outcome.refusal.code;
};

describe("what a contract says at a place", () => {
  it.each([
    ["by name", "inputs.raw.type", "string"],
    ["by position", "inputs[1].name", "locale"],
    ["in a list of texts", "inputs.raw.constraints[1]", "at most 80 characters"],
    ["as JSON where it is no text", "modes.sync", "true"],
    ["a whole list", "outputs[0].invariants", '["lower case"]'],
    ["deep", "assertions[0].check.target", "normaliseTag"],
  ])("is found %s", (_, path, text) => {
    expect(contractText(contract, path)).toBe(text);
  });

  it.each(["inputs.nobody.type", "inputs[9]", "inputs.raw..type", "", "[0]", "__proto__.x", "inputs.raw.toString"])(
    "is not there at %j",
    (path) => {
      expect(contractText(contract, path)).toBeUndefined();
    },
  );
});

describe("a contract with its values changed", () => {
  it("has the new value, and nothing else differs", () => {
    const after = changed(change("error_surfaces.EmptyTag.when", "raw holds no letter", "raw is blank"));
    expect(contractText(after, "error_surfaces[0].when")).toBe("raw is blank");
    expect(after.inputs).toEqual(contract.inputs);
    expect(after.files).toEqual(contract.files);
  });

  it("gains what was not there", () => {
    const input = { name: "limit", type: "number", optional: true, constraints: [] };
    expect(changed(change("inputs[2]", "", JSON.stringify(input))).inputs.at(-1)).toEqual(input);
  });

  it("loses what was taken out, by name or by position", () => {
    expect(changed(change("inputs.locale", "x", "")).inputs.map(({ name }) => name)).toEqual(["raw"]);
    expect(changed(change("inputs[0].constraints[0]", "not empty", "")).inputs[0]?.constraints).toEqual([
      "at most 80 characters",
    ]);
  });

  it("takes JSON where a text stood, when only that is valid", () => {
    const surfaces = [{ name: "TooLong", when: "raw is longer", surface: "exception" }];
    const before = aContract({ error_surfaces: "none: total" });
    const after = changeContract(before, [change("error_surfaces", "none: total", JSON.stringify(surfaces))]);
    expect(after.ok && after.value.error_surfaces).toEqual(surfaces);
  });

  it("has the clauses that follow from it, keeps those written by hand, and drops tests of clauses that are gone", () => {
    const mapped = aContract({ test_mapping: { "CL-INPUT-002": ["refuses a long tag"], "CL-HAPPY-001": ["works"] } });
    const after = changeContract(mapped, [change("inputs.raw.constraints[1]", "at most 80 characters", "")]);
    if (!after.ok) throw new Error(after.refusal.message);
    const ids = after.value.clauses.map(({ id }) => id);
    expect(ids).toContain("CL-AUDIT-001");
    expect(ids).not.toContain("CL-INPUT-002");
    expect(after.value.test_mapping).toEqual({ "CL-HAPPY-001": ["works"] });
  });

  it.each([
    ["a file of the plan", [change("files[0].path", "src/tag.ts", "src/other.ts")], "not-amendable"],
    ["its mode", [change("mode", "STRICT", "CREATIVE")], "not-amendable"],
    ["a derived clause", [change("clauses[0].spec", "x", "y")], "not-amendable"],
    ["another module's name", [change("module_id", "MM-0001", "MM-0002")], "not-amendable"],
    ["no place at all", [change("inputs..raw", "x", "y")], "path-unreadable"],
    ["a place that is not there", [change("inputs.nobody.type", "x", "y")], "no-such-place"],
    ["a list beyond its end", [change("inputs[5]", "", "{}")], "no-such-place"],
    ["the last input", [change("inputs", "x", "[]")], "contract-invalid"],
    ["to a value the schema refuses", [change("modes.sync", "true", "perhaps")], "contract-invalid"],
    [
      "positions that move",
      [change("inputs[0]", "x", ""), change("inputs[1].type", "string", "number")],
      "ambiguous-path",
    ],
  ])("is refused: %s", (_, changes, code) => {
    expect(refusal(...changes)).toBe(code);
  });
});

describe("a change that was accepted", () => {
  const signed = change("error_surfaces.EmptyTag.when", "raw holds no letter", "raw is blank");
  const gone = change("inputs[0].constraints[0]", "not empty", "");

  it("stands as long as the contract says so", () => {
    expect(keepsChange(changed(signed), signed)).toBe(true);
    expect(keepsChange(contract, signed)).toBe(false);
  });

  it("that took something out stands as long as it is not back, wherever it would be", () => {
    expect(keepsChange(changed(gone), gone)).toBe(true);
    expect(keepsChange(contract, gone)).toBe(false);
    const back = changed(gone, change("inputs.raw.constraints[1]", "", "not empty"));
    expect(keepsChange(back, gone)).toBe(false);
  });

  it("is the same value however its JSON is spelt", () => {
    expect(sameText('{ "a": 1, "b": 2 }', '{"b":2,"a":1}')).toBe(true);
    expect(sameText("(a) => b", "(a)  => b")).toBe(false);
  });
});
