import { describe, expect, it } from "vitest";
import type { ContractAssertion } from "../../../src/domain/contract/assertion.js";
import { validateModule } from "../../../src/domain/enforcement/module-validation.js";
import { checkAssertions } from "../../../src/gates/assertions/check-assertions.js";
import { createSourceReader } from "../../../src/gates/source/create-source-reader.js";
import { surfaceMatches } from "../../../src/gates/surface/surface-matches.js";
import { aFileTree } from "../../support/file-tree.js";
import { aGateContext, aReading } from "../../support/gate-context.js";

const signature: ContractAssertion = {
  type: "assert",
  condition: "has the signature",
  message: "Must take a string",
  check: { type: "signature_match", target: "normaliseTag", signature: "(raw: string) => string" },
};

function match(text: string, creates = ["normaliseTag"], assertions: ContractAssertion[] = [signature]) {
  const head = aFileTree({ "src/tag.ts": text });
  return surfaceMatches({ creates, assertions }, { head, sources: createSourceReader(head) }, "src/tag.ts");
}

describe("the finished surface", () => {
  it("matches with every export and signature, and may offer more", () => {
    const text = "export function normaliseTag(raw: string): string { return raw; }\nexport const extra = 1;\n";
    expect(match(text)).toEqual({ matches: true, gaps: [], extra: ["extra"] });
  });

  it("names a missing export, and the one that was probably meant", () => {
    const { matches, gaps } = match(
      "export function normalizeTag(raw: string): string { return raw; }",
      ["normaliseTag"],
      [],
    );
    expect(matches).toBe(false);
    expect(gaps).toEqual([
      { name: "normaliseTag", expected: 'export "normaliseTag"', actual: 'not found; there is "normalizeTag"' },
    ]);
  });

  it("names a signature that differs", () => {
    const { gaps } = match("export function normaliseTag(raw: URL): string { return String(raw); }");
    expect(gaps).toEqual([{ name: "normaliseTag", expected: "(string) => string", actual: "(URL) => string" }]);
  });

  it("does not hold a suggestion against it", () => {
    const { matches } = match(
      "export function normaliseTag(raw: URL) {}",
      ["normaliseTag"],
      [{ ...signature, type: "suggest" }],
    );
    expect(matches).toBe(true);
  });
});

describe("a contract's assertions", () => {
  it("are checked in the entry, together with what the module was to create", () => {
    const contract = aReading({ creates: ["normaliseTag", "Tag"], assertions: [signature] });
    const files = { "src/tag.ts": "export function normaliseTag(raw: string): string { return raw; }" };
    const { results, creates, foundExports } = checkAssertions(aGateContext({ contract, files }));
    expect(results.map(({ passed }) => passed)).toEqual([true]);
    const verdict = validateModule({ assertions: results, creates, foundExports, build: { passed: true, output: "" } });
    expect(verdict.violations.map(({ message }) => message)).toEqual(["Must create Tag"]);
  });

  it("are none without a contract that can be read", () => {
    const none = { results: [], creates: [], foundExports: [] };
    expect(checkAssertions(aGateContext({ contract: { kind: "absent" } }))).toEqual(none);
    expect(checkAssertions(aGateContext({ contract: { kind: "invalid", errors: ["mode: no"] } }))).toEqual(none);
  });
});
