import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { PURE, TOTAL } from "../../../src/domain/contract/dimensions.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";

describe("a contract file", () => {
  it.each([aContract(), aContract({ effects: PURE, error_surfaces: TOTAL })])("reads as it was written", (contract) => {
    expect(readYaml("contract.yml", writeYaml(contract, Contract), Contract)).toEqual({ ok: true, value: contract });
  });

  it("without quotation marks around the word for none is explained, not guessed", () => {
    const text = writeYaml(aContract({ effects: PURE }), Contract);
    const outcome = readYaml("contract.yml", text.replace(/^effects: .*$/m, "effects:\n  none: pure"), Contract);
    expect(outcome.ok ? "" : outcome.refusal.message).toContain('must be a list that is not empty, or "none: pure"');
  });
});
