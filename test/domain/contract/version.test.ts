import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dimensions, dimensionsOf } from "../../../src/domain/contract/dimensions.js";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import {
  bumpVersion,
  checkVersion,
  highestVersion,
  INITIAL_VERSION,
  requiredBump,
} from "../../../src/domain/contract/version.js";
import { aContract } from "../../support/contract.js";
import { anInterface } from "../../support/interface-arbitrary.js";

const base = dimensionsOf(aContract());
const extended: Dimensions = {
  ...base,
  outputs: [...base.outputs, { name: "warnings", type: "string[]", invariants: [] }],
};
const broken: Dimensions = { ...base, inputs: base.inputs.slice(0, 1) };

describe("the bump that a change demands", () => {
  it.each([
    ["patch", base, "1.2.4"],
    ["minor", extended, "1.3.0"],
    ["major", broken, "2.0.0"],
  ] as const)("is %s", (bump, after, next) => {
    expect(requiredBump(base, after)).toBe(bump);
    expect(bumpVersion("1.2.3", bump)).toBe(next);
  });

  it("is never a patch when the fingerprint changed", () => {
    fc.assert(
      fc.property(anInterface, anInterface, (before, after) => {
        const isPatch = requiredBump(before, after) === "patch";
        expect(isPatch).toBe(fingerprint(before) === fingerprint(after));
      }),
    );
  });

  it("cannot be applied to something that is no version", () => {
    expect(() => bumpVersion("latest", "patch")).toThrow("not a version: latest");
  });
});

describe("the highest version", () => {
  it("is by number, not by letter", () => {
    expect(highestVersion(["1.9.0", "1.10.0", "1.2.0"])).toBe("1.10.0");
    expect(highestVersion([])).toBeUndefined();
  });
});

describe("a version in its lineage", () => {
  const lineage = [
    { version: "1.1.0", dimensions: base },
    { version: "1.0.0", dimensions: broken },
  ];

  it("starts at 1.0.0", () => {
    expect(INITIAL_VERSION).toBe("1.0.0");
    expect(checkVersion("1.0.0", base, [])).toEqual({ ok: true, value: "1.0.0" });
    expect(checkVersion("1.0.1", base, [])).toMatchObject({ ok: false, refusal: { code: "version-not-initial" } });
    expect(checkVersion("0.1.0", base, [])).toMatchObject({ ok: false, refusal: { code: "version-not-initial" } });
  });

  it.each([
    ["1.1.1", base],
    ["1.2.0", extended],
    ["2.0.0", broken],
  ])("may be %s after the highest one, whatever the order of the list", (version, dimensions) => {
    expect(checkVersion(version, dimensions, lineage)).toEqual({ ok: true, value: version });
  });

  it.each(["1.1.0", "1.0.1", "1.0.0", "0.9.0"])("never goes back to %s", (version) => {
    const outcome = checkVersion(version, base, lineage);
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "version-not-monotonic" } });
    expect(JSON.stringify(outcome)).toContain("1.1.0");
  });

  it.each([
    ["a patch for an addition", "1.1.1", extended, "1.2.0", "minor"],
    ["a patch for a break", "1.1.1", broken, "2.0.0", "major"],
    ["a minor for a break", "1.2.0", broken, "2.0.0", "major"],
    ["a minor for nothing", "1.2.0", base, "1.1.1", "patch"],
    ["a major for an addition", "2.0.0", extended, "1.2.0", "minor"],
    ["a version skipped", "1.1.2", base, "1.1.1", "patch"],
  ])("is refused as %s", (_case, version, dimensions, expected, bump) => {
    const outcome = checkVersion(version, dimensions, lineage);
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: "version-bump-mismatch", details: { version, expected, bump } },
    });
  });

  it.each([
    ["1.2.0", broken, 'must be 2.0.0: the change since 1.1.0 is a major one (input "locale" removed).'],
    ["2.0.0", extended, "must be 1.2.0: the change since 1.1.0 is a minor one (the interface only gained)."],
    ["1.2.0", base, "must be 1.1.1: the change since 1.1.0 is a patch one (the interface fingerprint is unchanged)."],
  ])("says why it cannot be %s", (version, dimensions, reason) => {
    const outcome = checkVersion(version, dimensions, lineage);
    expect(outcome.ok ? "" : outcome.refusal.message).toBe(`Version ${version} ${reason}`);
  });
});
