/** Judges a thousand test files once and prints what that took: a process of its own, as cold as the type check beside it. */
import { performance } from "node:perf_hooks";
import { isBlocking } from "../../src/domain/validation/gate-status.js";
import { VALIDATORS } from "../../src/gates/validators.js";
import { createSourceReader } from "../../src/languages/create-source-reader.js";
import { aFileTree } from "../support/file-tree.js";
import { aGateContext, aReading, PACKAGE_JSON } from "../support/gate-context.js";
import { TEST_FILES, testFiles } from "./judged-files.js";

/** Each test file as the judge of one green run meets it: its module's plan and contract, and every validator that only reads. */
function judgeAll(texts: ReadonlyMap<string, string>): { readonly tests: number; readonly results: number } {
  const files = { "package.json": PACKAGE_JSON, ...Object.fromEntries(texts) };
  const head = aFileTree(files);
  const sources = createSourceReader(head);
  const usual = { ...aGateContext({ runType: "EXECUTION", files: {} }), head, sources };
  const judges = VALIDATORS.filter(({ part, runTypes }) => part === "judge" && runTypes.includes("EXECUTION"));
  let tests = 0;
  let results = 0;
  for (let index = 0; index < TEST_FILES; index += 1) {
    const [entry, testFile] = [`t/subject-${index}.ts`, `t/a-${index}.test.ts`];
    const manifest = {
      entry,
      testFile,
      files: [entry, testFile].map((path) => ({ path, action: "CREATE" as const, reason: "the module" })),
    };
    const diff = manifest.files.map(({ path, action }) => ({
      path,
      action,
      mode: "100644",
      blob: head.blob(path) ?? null,
    }));
    const contract = aReading({
      entry,
      creates: [`subject${index}`],
      target_artifacts: [entry],
      assertion_surface: [{ kind: "export", target: `subject${index}` }],
    });
    const context = { ...usual, manifest, lockedManifest: manifest, diff, contract };
    const found = judges.map(({ check }) => check(context));
    const blocking = found.find(({ status }) => isBlocking(status));
    // Work that a validator throws out early would be measured as fast.
    if (blocking !== undefined) throw new Error(`${testFile} is not judged as good work: ${blocking.message}`);
    results += found.length;
    tests += sources.tests(testFile).tests.length;
  }
  return { tests, results };
}

const texts = testFiles();
const began = performance.now();
const judged = judgeAll(texts);
process.stdout.write(JSON.stringify({ ...judged, milliseconds: performance.now() - began }));
