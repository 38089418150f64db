import { describe, expect, it } from "vitest";
import { checkAssertion } from "../../src/gates/assertions/check-assertion.js";
import { inventoryOf } from "../../src/gates/pipeline/inventory.js";
import { VALIDATORS } from "../../src/gates/validators.js";
import { createSourceReader } from "../../src/languages/create-source-reader.js";
import { exportsOf } from "../../src/languages/exports/exports.js";
import { parseScript } from "../../src/languages/javascript/parse-script.js";
import { scriptSignatures } from "../../src/languages/javascript/surface/script-signatures.js";
import { languageOf, readerFor, resolveImport } from "../../src/languages/reader-for.js";
import { signaturesOf } from "../../src/languages/signatures.js";
import { summariseSource } from "../../src/languages/summarise-source.js";
import { testsIn } from "../../src/languages/tests-in.js";
import { aFileTree } from "../support/file-tree.js";
import { A_GOOD_TEST, aGateContext } from "../support/gate-context.js";

/** Each holds a good test in TypeScript: read as that, it would pass. The last ones are names that every object has, and no name at all. */
const UNKNOWN = [
  "a.go",
  "a.rs",
  "a.java",
  "a.kt",
  "a.rb",
  "a.php",
  "a.cs",
  "a.swift",
  "a.c",
  "a.vue",
  "a.svelte",
  "a.pyi",
  "a.pyx",
  "a.json",
  "a.md",
  "a.ts.txt",
  "a.tsq",
  "a.constructor",
  "a.__proto__",
  "a.",
  "ts",
  "js",
  "py",
  "Makefile",
  "src.ts/a",
];

describe.each(UNKNOWN)("%s", (path) => {
  const tree = aFileTree({ [path]: A_GOOD_TEST });
  const sources = createSourceReader(tree);

  it("has no reader and no language", () => {
    expect(readerFor(path)).toBeUndefined();
    expect(languageOf(path)).toBeUndefined();
    expect(sources.languageOf(path)).toBeUndefined();
    expect(resolveImport(path, "./b.js", aFileTree({ "b.js": "" }))).toBeUndefined();
  });

  it("is an error where it is read all the same", () => {
    const error = `${path} cannot be read: there is no reader for`;
    expect(() => sources.problems(path)).toThrow(error);
    expect(() => sources.tests(path)).toThrow(error);
    expect(() => sources.imports(path)).toThrow(error);
    expect(() => sources.exports(path)).toThrow(error);
    expect(() => sources.passedOn(path, "a")).toThrow(error);
    expect(() => parseScript(path, A_GOOD_TEST)).toThrow("is neither JavaScript nor TypeScript");
  });

  it("is NOT_RUN to the validators of tests, and has no inventory", () => {
    const manifest = {
      entry: "src/tag.ts",
      testFile: path,
      files: [{ path, action: "CREATE" as const, reason: "its tests" }],
    };
    const context = aGateContext({ manifest, files: { [path]: A_GOOD_TEST } });
    const codes = ["TEST_SYNTAX_VALID", "TEST_HAS_ASSERTIONS", "NO_DECORATIVE_TESTS", "TEST_COVERS_HAPPY_AND_SAD_PATH"];
    const found = VALIDATORS.filter(({ code }) => codes.includes(code)).map(({ check }) => check(context));
    expect(found.map(({ status }) => status)).toEqual(codes.map(() => "NOT_RUN"));
    for (const { message } of found) expect(message).toContain("cannot be judged here");
    expect(inventoryOf(context.sources, path)).toBeNull();
  });

  it("shows roles nothing that was read as a script", () => {
    const text = "export function secret() {}\n";
    expect(exportsOf(path, new Map([[path, text]]))).toEqual([]);
    expect(signaturesOf(path, text)).toBeUndefined();
    expect(scriptSignatures(path, text)).toBeUndefined();
    expect(testsIn(path, A_GOOD_TEST)).toEqual([]);
    expect(summariseSource(path, text)).toContain("begins:");
  });
});

it("a reader leaves a file of another language alone that a script passes on", () => {
  const head = aFileTree({
    "a.ts": 'export { f } from "./b.py";\n',
    "b.py": "export function f(a: string): string {}\n",
  });
  const check = { type: "signature_match", target: "f", signature: "(a: string) => string" } as const;
  const assertion = { type: "assert", condition: "f", message: "no f", check } as const;
  const settings = { entry: "a.ts", semantic: "suggest" } as const;
  expect(checkAssertion(assertion, { head, sources: createSourceReader(head) }, settings).passed).toBe(false);
});
