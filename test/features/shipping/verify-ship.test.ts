import { describe, expect, it } from "vitest";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import { SHIP_REFUSALS, verifyShip } from "../../../src/features/shipping/verify-ship.js";
import { aContract } from "../../support/contract.js";
import { aLog } from "../../support/ship.js";

const locked = aContract();
const candidate = { locked, actual: locked, log: aLog() };

describe("a module", () => {
  it("ships when its surface is the locked one and its tests passed", () => {
    expect(verifyShip(candidate)).toEqual({ ok: true, value: { interfaceFingerprint: fingerprint(locked) } });
  });

  it("ships under another name: only the interface counts", () => {
    expect(verifyShip({ ...candidate, actual: aContract({ name: "Renamed", tags: [] }) }).ok).toBe(true);
  });

  it("does not ship with another interface, and names the diverging dimensions", () => {
    const actual = aContract({ outputs: [{ name: "tag", type: "Buffer", invariants: ["lower case"] }] });
    const outcome = verifyShip({ ...candidate, actual });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: {
        code: "fingerprint-mismatch",
        message: `Interface fingerprint mismatch: expected ${fingerprint(locked)}, got ${fingerprint(actual)}`,
        details: {
          module_id: "MM-0001",
          module_version: "1.0.0",
          locked_fingerprint: fingerprint(locked),
          actual_fingerprint: fingerprint(actual),
          diverged: ["outputs"],
          difference: {
            outputs: { modified: [{ name: "tag", changes: [{ field: "type", before: "string", after: "Buffer" }] }] },
          },
        },
      },
    });
  });

  it.each([
    [
      "tests-failed",
      aLog([
        { name: "one", result: "PASS" },
        { name: "two", result: "FAIL" },
      ]),
    ],
    ["no-tests", aLog([])],
    ["log-of-another-module", { ...aLog(), module_id: "MM-0002" }],
    ["log-of-another-module", { ...aLog(), module_version: "1.0.1" }],
  ])("does not ship: %s", (code, log) => {
    const details = { module_id: "MM-0001", module_version: "1.0.0", log };
    expect(verifyShip({ ...candidate, log })).toMatchObject({ ok: false, refusal: { code, details } });
  });

  it("names the failed tests, with the log as evidence", () => {
    const log = aLog([
      { name: "one", result: "PASS" },
      { name: "two", result: "FAIL" },
    ]);
    expect(verifyShip({ ...candidate, log })).toMatchObject({
      refusal: {
        message: "1 of 2 tests of MM-0001@1.0.0 failed: two. Ship is blocked by any failure.",
        details: { failed: ["two"], log },
      },
    });
  });

  it("is not saved by a summary that says otherwise", () => {
    const log = { ...aLog([{ name: "two", result: "FAIL" }]), summary: { total: 1, passed: 1, failed: 0 } };
    expect(verifyShip({ ...candidate, log }).ok).toBe(false);
  });

  it("is compared before its tests are looked at", () => {
    const actual = aContract({ effects: "none: pure" });
    expect(verifyShip({ ...candidate, actual, log: aLog([]) })).toMatchObject({
      refusal: { code: "fingerprint-mismatch" },
    });
  });

  it("is refused by nothing but these four", () => {
    expect([...SHIP_REFUSALS]).toEqual(["fingerprint-mismatch", "log-of-another-module", "no-tests", "tests-failed"]);
  });
});
