import { describe, expect, it } from "vitest";
import { checkDeclared, checkFollows } from "../../../src/roles/proposer/check-built.js";
import { aContract } from "../../support/contract.js";

const shipped = aContract({ module_version: "1.2.0" });
const outputs = [...shipped.outputs, { name: "warnings", type: "string[]", invariants: [] }];

describe("the contract of a module's next version", () => {
  it("promises what the version before promised", () => {
    const patch = aContract({ module_version: "1.2.1" });
    expect(checkFollows({ agreed: null, predecessor: shipped }, patch).ok).toBe(true);
  });

  it("is refused where it promises something else and nobody agreed to it, with what differs", () => {
    const outcome = checkFollows(
      { agreed: null, predecessor: shipped },
      aContract({ module_version: "1.2.1", outputs }),
    );
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "version-bump-mismatch" } });
    const message = outcome.ok ? "" : outcome.refusal.message;
    expect(message).toContain("Version 1.2.1 must be 1.3.0");
    expect(message).toContain("of MM-0001@1.2.0 word for word. Differs: contract.outputs:");
  });

  it("is not held to the version before where another one was agreed, nor where there is none", () => {
    const other = aContract({ module_version: "1.3.0", outputs });
    expect(checkFollows({ agreed: other, predecessor: shipped }, other).ok).toBe(true);
    expect(checkFollows({ agreed: null, predecessor: null }, aContract({ outputs })).ok).toBe(true);
  });
});

describe("the dependencies in a contract", () => {
  it("are those of the plan, each by a range that holds its version", () => {
    expect(checkDeclared({ depends_on: ["MM-0002@1.3.0"] }, aContract()).ok).toBe(true);
    expect(checkDeclared({ depends_on: [] }, aContract({ dependencies: [] })).ok).toBe(true);
  });

  it.each([
    ["one that the plan does not have", [], "the plan depends on nothing"],
    ["a range that its version is not in", ["MM-0002@2.0.0"], "the plan depends on MM-0002@2.0.0"],
    ["one too few", ["MM-0002@1.3.0", "MM-0009@1.0.0"], "what its contract does not declare: MM-0009@1.0.0"],
  ])("are refused with %s", (_, depends_on, words) => {
    const outcome = checkDeclared({ depends_on }, aContract());
    expect(outcome.ok ? "" : outcome.refusal.message).toContain(words);
  });
});
