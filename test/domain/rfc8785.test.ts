import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/domain/hash.js";

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/rfc8785/${name}`, import.meta.url), "utf8");

const numbers = fixture("numbers.txt")
  .trim()
  .split("\n")
  .map((line): [hex: string, expected: string] => {
    const [hex = "", expected = ""] = line.split(" ");
    return [hex, expected];
  });

function doubleOf(hex: string): number {
  const bytes = Buffer.from(hex, "hex");
  return bytes.readDoubleBE(0);
}

describe("RFC 8785's own vectors", () => {
  it.each(["arrays", "french", "structures", "unicode", "values", "weird"])(
    "canonicalises %s byte for byte",
    (name) => {
      expect(canonicalJson(JSON.parse(fixture(`${name}.input.txt`)))).toBe(fixture(`${name}.output.txt`));
    },
  );

  it("has the whole table of numbers", () => {
    expect(numbers).toHaveLength(26);
  });

  it.each(numbers.filter(([, expected]) => expected !== "refused"))("writes the double %s as %s", (hex, expected) => {
    expect(canonicalJson(doubleOf(hex))).toBe(expected);
  });

  it.each(numbers.filter(([, expected]) => expected === "refused"))(
    "refuses the double %s, which JSON cannot write",
    (hex) => {
      expect(() => canonicalJson(doubleOf(hex))).toThrow();
    },
  );

  it("refuses half a character, which Unicode cannot write", () => {
    expect(() => canonicalJson("\ud83d")).toThrow();
  });
});
