import { describe, expect, it } from "vitest";
import type { GateContext } from "../../../src/gates/gate-context.js";
import { checkGate } from "../../../src/gates/pipeline/check-gate.js";
import { VALIDATORS } from "../../../src/gates/validators.js";
import { A_GOOD_TEST, aGateContext, PACKAGE_JSON } from "../../support/gate-context.js";

const PATH = "test/tag.test.ts";
const OLD = `${A_GOOD_TEST}
import { gone } from "../src/gone.js";
it("was always like this", () => { normaliseTag("a"); });
`;

function judge(before: string, after: string, changes: Partial<GateContext> = {}) {
  const manifest = {
    files: [
      { path: "src/tag.ts", action: "CREATE" as const },
      { path: PATH, action: "MODIFY" as const },
    ],
    testFile: PATH,
    entry: "src/tag.ts",
  };
  const context = aGateContext({
    manifest,
    baseFiles: { "package.json": PACKAGE_JSON, [PATH]: before },
    files: { "package.json": PACKAGE_JSON, [PATH]: after },
    ...changes,
  });
  const results = checkGate(context, { gate: 1, parts: ["judge"], validators: VALIDATORS });
  return new Map(results.map((result) => [result.code, result]));
}

describe("what a static validator found at the base as well", () => {
  it("is a warning that says so, and no failure of the change", () => {
    const results = judge(OLD, OLD.replace('" Blue "', '" Red "').replace('"blue"', '"red"'));
    const imports = results.get("IMPORT_REALITY_CHECK");
    expect(imports?.status).toBe("WARNING");
    expect(imports?.message).toBe("Not by this change: Found 1 import(s) that do not resolve");
    expect(imports?.fix).toContain("Nothing has to be done for this change");
    expect(imports?.places[0]?.message).toContain("(not by this change)");
    expect(imports?.details).toMatchObject({ errors: [] });
    expect(results.get("TEST_HAS_ASSERTIONS")?.status).toBe("WARNING");
    expect(results.get("NO_IMPLICIT_FILES")?.status).toBe("PASSED");
  });

  it("is told apart from what the change adds, wherever the lines have moved", () => {
    const results = judge(OLD, `import { more } from "../src/more.js";\n\n${OLD}`);
    const imports = results.get("IMPORT_REALITY_CHECK");
    expect(imports?.status).toBe("FAILED");
    expect(imports?.message).toBe("Found 2 import(s) that do not resolve, 1 of which not by this change");
    expect(imports?.places.map(({ line }) => line)).toEqual([1]);
    expect(imports?.details).toMatchObject({
      errors: [`${PATH}:1: "../src/more.js" is no file`],
      notByThisChange: [expect.stringContaining('"../src/gone.js" is no file')],
    });
  });

  it("is the change's where the change made it so", () => {
    const tagged = `${A_GOOD_TEST}\n// @clause CL-HAPPY-001\nit("b", () => {\n  expect(normaliseTag("B")).toBe("b");\n});\n`;
    const untagged = tagged.replace(/\n\/\/ @clause CL-HAPPY-001\nit\("b"/, '\nit("b"');
    expect(judge(tagged, untagged).get("NO_OUT_OF_CONTRACT_ASSERTIONS")?.status).toBe("FAILED");
    expect(judge(untagged, untagged).get("NO_OUT_OF_CONTRACT_ASSERTIONS")?.status).toBe("WARNING");
  });

  it("is the change's in every file that the change creates, though a red commit has it already", () => {
    const files = [{ path: PATH, action: "CREATE" as const }];
    const manifest = { files, testFile: PATH, entry: "src/tag.ts" };
    expect(judge(OLD, OLD, { manifest }).get("TEST_HAS_ASSERTIONS")?.status).toBe("FAILED");
  });

  it("stays a failure where a lock or the scope is at stake", () => {
    const locked = new Map([[PATH, "0".repeat(40)]]);
    const context = aGateContext({
      runType: "EXECUTION",
      lockedTests: locked,
      baseFiles: { [PATH]: OLD },
      files: { [PATH]: OLD },
    });
    const results = checkGate(context, { gate: 2, parts: ["judge"], validators: VALIDATORS });
    expect(results.find(({ code }) => code === "TEST_READ_ONLY_ENFORCEMENT")?.status).toBe("FAILED");
  });
});
