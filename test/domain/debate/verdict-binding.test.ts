import { describe, expect, it } from "vitest";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import { bindVerdict, staleness, VerdictBinding } from "../../../src/domain/debate/verdict-binding.js";
import { aContract, complaints } from "../../support/contract.js";
import { sha } from "../../support/ship.js";

const contractPath = ".factory/modules/MM-0001/1.0.0/contract.yml";
const examplesPath = ".factory/modules/MM-0001/1.0.0/examples.md";
const blobs = new Map([
  [contractPath, sha("1")],
  [examplesPath, sha("2")],
  ["test/tag.test.ts", sha("3")],
  ["src/tag.ts", sha("4")],
  ["src/other.ts", sha("5")],
]);
const contract = aContract();

function bind(changes: Record<string, string> = {}, judged = contract): VerdictBinding {
  const outcome = bindVerdict({
    contract: judged,
    contractPath,
    examplesPath,
    blobs: new Map([...blobs, ...Object.entries(changes)]),
  });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

describe("what a verdict is bound to", () => {
  it("is the interface and the content of this module's files", () => {
    expect(bind()).toEqual({
      module_ref: "MM-0001@1.0.0",
      fingerprint: fingerprint(contract),
      contract_blob: sha("1"),
      examples_blob: sha("2"),
      test_blob: sha("3"),
      manifest_blobs: { "src/tag.ts": sha("4"), "src/index.ts": null, "test/tag.test.ts": sha("3") },
    });
    expect(complaints(VerdictBinding, bind())).toEqual([]);
  });

  it.each([contractPath, examplesPath, "test/tag.test.ts"])("needs %s", (path) => {
    const without = new Map([...blobs].filter(([known]) => known !== path));
    expect(bindVerdict({ contract, contractPath, examplesPath, blobs: without })).toMatchObject({
      ok: false,
      refusal: { code: "nothing-to-judge", details: { missing: [path] } },
    });
  });

  it("stands when another module's files change", () => {
    expect(staleness(bind(), bind({ "src/other.ts": sha("f"), "src/new.ts": sha("f") }))).toEqual([]);
  });

  it.each([
    [contractPath, "contract_blob"],
    [examplesPath, "examples_blob"],
    ["src/tag.ts", "src/tag.ts"],
    ["src/index.ts", "src/index.ts"],
  ])("falls when %s changes", (path, what) => {
    expect(staleness(bind(), bind({ [path]: sha("f") })).map((part) => part.what)).toEqual([what]);
  });

  it("falls when the tests change", () => {
    const stale = staleness(bind(), bind({ "test/tag.test.ts": sha("f") }));
    expect(stale).toContainEqual({ what: "test_blob", judged: sha("3"), now: sha("f") });
  });

  it("falls with the interface, the version, and a file more", () => {
    const what = (judged: typeof contract) => staleness(bind(), bind({}, judged)).map((part) => part.what);
    expect(what(aContract({ effects: "none: pure" }))).toEqual(["fingerprint"]);
    expect(what(aContract({ module_version: "1.0.1" }))).toEqual(["module_ref"]);
    const more = [...contract.files, { path: "src/other.ts", action: "MODIFY" as const, reason: "uses it" }];
    expect(staleness(bind(), bind({}, aContract({ files: more })))).toEqual([
      { what: "src/other.ts", judged: null, now: sha("5") },
    ]);
  });
});
