import { afterAll, describe, expect, it, vi } from "vitest";
import { openWorkspace } from "../../src/context/workspace/workspace.js";
import { fileRef } from "../../src/context/workspace/workspace-refs.js";
import { Config } from "../../src/domain/config/config.js";
import { checkAssertion } from "../../src/gates/assertions/check-assertion.js";
import type { GateContext } from "../../src/gates/gate-context.js";
import { inventoryOf } from "../../src/gates/pipeline/inventory.js";
import { misusesTestLibrary } from "../../src/gates/readers/called-in-vain.js";
import { VALIDATORS } from "../../src/gates/validators.js";
import { availableExports } from "../../src/languages/exports/exports.js";
import { renderImpact } from "../../src/languages/impact.js";
import { languageName } from "../../src/languages/language-name.js";
import { testsIn } from "../../src/languages/tests-in.js";
import { impactOf } from "../../src/roles/proposer/impact-of.js";
import { aGateContext } from "../support/gate-context.js";
import { aProposerPack, workspaceFacts } from "../support/workspace.js";

/** Test files share their modules: this one needs its own, with the row in them, and leaves none of them behind. */
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock("../../src/languages/readers.js");
  vi.resetModules();
});

/** All that adding a language takes: a reader, and its row. */
vi.mock("../../src/languages/readers.js", async (original) => {
  const { READERS } = await original<typeof import("../../src/languages/readers.js")>();
  const { noteReader } = await import("./note-language.js");
  return { READERS: [...READERS, noteReader] };
});

const ENTRY = "notes/greet.note";
const TEST = "notes/greet-test.note";
const GREET = "give greet(name)\n";
const TESTS = "use greet: greet\ntest CL-HAPPY-001 greets\n  check greet Ada\n";

function judged(code: string, tests = TESTS) {
  const file = (path: string) => ({ path, action: "CREATE" as const, reason: "the module" });
  const manifest: GateContext["manifest"] = { entry: ENTRY, testFile: TEST, files: [ENTRY, TEST].map(file) };
  const context = aGateContext({
    runType: "EXECUTION",
    manifest,
    baseFiles: {},
    files: { [ENTRY]: GREET, [TEST]: tests },
  });
  const validator = VALIDATORS.find((each) => each.code === code);
  if (validator === undefined) throw new Error(`there is no ${code}`);
  return { ...validator.check(context), context };
}

describe("a language that was added by its row", () => {
  it.each(["TEST_SYNTAX_VALID", "TEST_HAS_ASSERTIONS", "IMPORT_REALITY_CHECK", "NO_IMPLICIT_FILES"])(
    "has its tests judged by %s",
    (code) => {
      expect(judged(code)).toMatchObject({ status: "PASSED" });
    },
  );

  it.each([
    ["TEST_SYNTAX_VALID", "what does not parse", "sing loudly\n", "FAILED"],
    ["TEST_HAS_ASSERTIONS", "a test that checks nothing", "test CL-HAPPY-001 greets\n", "VACUOUS"],
    ["IMPORT_REALITY_CHECK", "an import that leads nowhere", `use gone: greet\n${TESTS}`, "FAILED"],
    ["IMPORT_REALITY_CHECK", "a name that nobody gives", `use greet: wave\n${TESTS}`, "FAILED"],
    ["NO_IMPLICIT_FILES", "a file that nobody writes", `use gone: greet\n${TESTS}`, "FAILED"],
  ])("has %s find %s", (code, _, tests, status) => {
    expect(judged(code, tests)).toMatchObject({ status });
  });

  it("has its own words in what is found", () => {
    const { places } = judged("IMPORT_REALITY_CHECK", `use gone: greet\nuse greet: wave\n${TESTS}`);
    expect(places.map(({ message }) => message)).toEqual(['"gone" is no note', '"greet" does not define "wave"']);
  });

  it("has an inventory, exports and signatures", () => {
    const { context } = judged("TEST_SYNTAX_VALID");
    expect(inventoryOf(context.sources, TEST)).toEqual([
      { name: "CL-HAPPY-001 greets", clauses: ["CL-HAPPY-001"], asserts: ["greet Ada"] },
    ]);
    const check = (type: "export_exists" | "signature_match", more: object) =>
      checkAssertion(
        { type: "assert", condition: "it greets", message: "nobody greets", check: { type, target: "greet", ...more } },
        context,
        { entry: ENTRY, semantic: "suggest" },
      );
    expect(check("export_exists", {})).toMatchObject({ passed: true, tier: 1 });
    expect(check("signature_match", { signature: "greet(name)" })).toMatchObject({ passed: true });
    expect(check("signature_match", { signature: "greet()" })).toMatchObject({ passed: false, actual: "greet(name)" });
  });

  it("has its test libraries known", () => {
    expect(misusesTestLibrary("module 'notebook' has no attribute 'page'")).toBe(true);
    expect(misusesTestLibrary("module 'greet' has no attribute 'page'")).toBe(false);
  });

  it("is named, summarised and shown to roles", async () => {
    expect(languageName(ENTRY)).toBe("note");
    const { facts, tree } = workspaceFacts({}, { [ENTRY]: GREET });
    const pack = aProposerPack();
    const ref = fileRef(ENTRY, tree.blobAt(ENTRY) ?? "");
    const included_refs = [...pack.included_refs, { ref, permission: "SUMMARY_ONLY" as const, reason: "too long" }];
    expect(await openWorkspace({ ...facts, pack: { ...pack, included_refs } }).read(ENTRY)).toMatchObject({
      value: { text: `${ENTRY} exports:\ngreet(name)` },
    });
    expect(testsIn(TEST, TESTS).map(({ name }) => name)).toEqual(["CL-HAPPY-001 greets"]);
    const from = "note:notes/greet.note";
    const question = { module: "MM-0001@1.0.0", entry: ENTRY, sources: new Map([[ENTRY, GREET]]), from } as const;
    expect(availableExports(question)).toMatchObject([{ name: "greet", type: "function", file: ENTRY }]);
  });

  it("says of itself what it cannot do", async () => {
    const files = [{ path: ENTRY, action: "MODIFY" as const, reason: "the module" }];
    const seals = { module: null, seals: [], others: [], config: Config.parse({}) };
    const { impact } = await impactOf(seals, { files }, { entries: [], readMany: async () => new Map() });
    if (impact === undefined) throw new Error("it is code, and is to be modified");
    expect(renderImpact(impact)).toContain(`${ENTRY}: this language is not analysed here`);
  });
});
