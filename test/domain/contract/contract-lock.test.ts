import { describe, expect, it } from "vitest";
import {
  ContractLock,
  checkContractLock,
  checkContractMode,
  lockContract,
} from "../../../src/domain/contract/contract-lock.js";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import { aContract, complaints } from "../../support/contract.js";

const blob = "a".repeat(40);

describe("a locked contract", () => {
  const lock = lockContract(aContract(), blob);

  it("is known by version, content and interface", () => {
    expect(lock).toEqual({ module_ref: "MM-0001@1.0.0", contract_blob: blob, fingerprint: fingerprint(aContract()) });
    expect(complaints(ContractLock, lock)).toEqual([]);
  });

  it("holds while the file is the same", () => {
    expect(checkContractLock(lock, blob)).toEqual({ ok: true, value: lock });
  });

  it("refuses any other file, even one with the same interface", () => {
    const outcome = checkContractLock(lock, "b".repeat(40));
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "contract-moved" } });
    expect(outcome.ok ? "" : outcome.refusal.message).toContain("MM-0001@1.0.0");
  });
});

describe("the mode of a contract", () => {
  it.each([
    ["STRICT", "STRICT", true],
    ["STRICT", "CREATIVE", true],
    ["CREATIVE", "CREATIVE", true],
    ["CREATIVE", "STRICT", false],
  ] as const)("%s where %s is granted: %s", (mode, granted, ok) => {
    expect(checkContractMode(aContract({ mode }), granted).ok).toBe(ok);
  });

  it("is refused by name", () => {
    expect(checkContractMode(aContract({ mode: "CREATIVE" }), "STRICT")).toMatchObject({
      refusal: { code: "mode-not-granted", details: { asked: "CREATIVE", granted: "STRICT" } },
    });
  });
});
