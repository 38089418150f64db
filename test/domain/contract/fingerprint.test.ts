import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Contract } from "../../../src/domain/contract/contract.js";
import { changedDimensions, difference } from "../../../src/domain/contract/difference.js";
import { type Dimensions, PURE, TOTAL } from "../../../src/domain/contract/dimensions.js";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import { aContract } from "../../support/contract.js";
import { anInterface } from "../../support/interface-arbitrary.js";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The same value with the keys of every object in another order. */
function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversedKeys(inner)]),
  );
}

/** Every way to change exactly one leaf, or to drop one item, of a value. */
function oneStepAway(value: Json): Json[] {
  if (typeof value === "string") return [`${value}x`];
  if (typeof value === "boolean") return [!value];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      value.toSpliced(index, 1),
      ...oneStepAway(item).map((changed) => value.with(index, changed)),
    ]);
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    oneStepAway(inner).map((changed) => ({ ...value, [key]: changed })),
  );
}

describe("a fingerprint", () => {
  it("is a SHA-256 of the five dimensions in RFC 8785 form", () => {
    const interfaceOnly: Dimensions = {
      inputs: [{ name: "a", type: "number", constraints: [] }],
      outputs: [{ name: "b", type: "number", invariants: [] }],
      error_surfaces: TOTAL,
      effects: PURE,
      modes: { sync: true, async: false, notes: "returns at once" },
    };
    // sha256sum of {"effects":"none: pure","error_surfaces":"none: total","inputs":[{"constraints":[],"name":"a", ...
    expect(fingerprint(interfaceOnly)).toBe("114a51af2cf7e7fd1a255a00092f74b5ef02f59081476da14cec5f9d59f58e5b");
  });

  it("does not depend on the order of keys", () => {
    fc.assert(
      fc.property(anInterface, (dimensions) => {
        expect(fingerprint(reversedKeys(dimensions) as Dimensions)).toBe(fingerprint(dimensions));
      }),
    );
  });

  const excluded: { [Field in Exclude<keyof Contract, keyof Dimensions>]: Contract[Field] } = {
    schema_version: "2.0.0" as never,
    module_id: "MM-9999",
    module_version: "7.0.0",
    name: "Another name",
    slug: "another",
    title: "Another title",
    purpose: "Does something else",
    tags: ["other"],
    change_type: "refactor",
    error_cases: [],
    dependencies: [],
    compatibility: { backward_compatible_with: [], breaking_change_policy: "another" },
    runtime_budgets: { memory_mb_max: 1 },
    entry: "src/other.ts",
    files: [{ path: "test/tag.test.ts", action: "MODIFY", reason: "another" }],
    test_file: "test/other.test.ts",
    target_artifacts: ["src/other.ts"],
    creates: ["other"],
    consumes: [],
    mode: "CREATIVE",
    clauses: [],
    test_mapping: {},
    assertion_surface: [{ kind: "file", target: "x" }],
    assertions: [],
  };

  it.each(Object.keys(excluded) as (keyof typeof excluded)[])("ignores %s", (field) => {
    expect(fingerprint({ ...aContract(), [field]: excluded[field] })).toBe(fingerprint(aContract()));
  });

  it("changes with every leaf and every item of the five dimensions", () => {
    fc.assert(
      fc.property(anInterface, (dimensions) => {
        const original = fingerprint(dimensions);
        for (const neighbour of oneStepAway(dimensions as Json)) {
          expect(fingerprint(neighbour as Dimensions), JSON.stringify(neighbour)).not.toBe(original);
        }
      }),
    );
  });

  it("tells a required input from an optional one", () => {
    const required = { ...aContract(), inputs: [{ name: "raw", type: "string", constraints: [] }] };
    const optional = {
      ...required,
      inputs: [{ name: "raw", type: "string", optional: true as const, constraints: [] }],
    };
    expect(fingerprint(optional)).not.toBe(fingerprint(required));
  });

  it("is equal exactly when no dimension differs", () => {
    fc.assert(
      fc.property(anInterface, anInterface, fc.boolean(), (one, other, same) => {
        const second = same ? (reversedKeys(one) as Dimensions) : other;
        const changed = changedDimensions(difference(one, second));
        expect(changed.length === 0).toBe(fingerprint(one) === fingerprint(second));
      }),
    );
  });
});
