import { describe, expect, it } from "vitest";
import { checkContractMode } from "../../../src/domain/contract/contract-mode.js";
import { aContract } from "../../support/contract.js";

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
