import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Config } from "../../src/domain/config/config.js";
import { isBlocking } from "../../src/domain/validation/gate-status.js";
import { openTree } from "../../src/gates/checkout/open-checkout.js";
import { createExecution } from "../../src/gates/execute/execution.js";
import { choosePreset } from "../../src/gates/presets/detect-preset.js";
import { loadPresets, PRESETS_FOLDER } from "../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../src/gates/run/bench-settings.js";
import { createSourceReader } from "../../src/gates/source/create-source-reader.js";
import { VALIDATORS } from "../../src/gates/validators.js";
import { aFileTree } from "../support/file-tree.js";
import { aGateContext, aReading, PACKAGE_JSON } from "../support/gate-context.js";
import { createTempRepository } from "../support/temp-repository.js";
import type { BenchLine } from "./bench-line.js";

const TEST_FILES = 1_000;

const testFile = (index: number): string => `import { expect, it, describe } from "vitest";
import { subject${index} } from "./subject-${index}.js";

describe("subject ${index}", () => {
  // @clause CL-HAPPY-001
  it("answers", () => {
    const answer = subject${index}(${index});
    expect(answer).toBe(${index + 1});
  });
  // @clause CL-ERROR-001
  it("refuses what is no number", () => {
    expect(() => subject${index}(Number.NaN)).toThrow(RangeError);
  });
});
`;
const subject = (index: number): string => `export function subject${index}(value: number): number {
  if (Number.isNaN(value)) throw new RangeError("no number");
  return value + 1;
}
`;

/** Judging a thousand test files beside a type check of the same files, and the pipeline beside the bare commands. */
export async function benchGates(): Promise<BenchLine[]> {
  return [...(await benchJudging()), ...(await benchPipeline())];
}

async function benchJudging(): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), "factory-bench-gates-"));
  try {
    const texts = new Map<string, string>();
    for (let index = 0; index < TEST_FILES; index += 1) {
      texts.set(`t/a-${index}.test.ts`, testFile(index));
      texts.set(`t/subject-${index}.ts`, subject(index));
    }
    mkdirSync(join(folder, "t"));
    for (const [path, text] of texts) writeFileSync(join(folder, path), text);
    const compilerOptions = {
      strict: true,
      module: "nodenext",
      target: "es2023",
      types: [],
      noEmit: true,
      skipLibCheck: true,
    };
    const paths = {
      vitest: [
        createRequire(import.meta.url)
          .resolve("vitest")
          .replace(/index\.cjs$/, "dist/index.d.ts"),
      ],
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include: ["t"] }),
    );
    const started = performance.now();
    const { tests, results } = judgeAll(texts);
    const judging = performance.now() - started;
    const compiled = performance.now();
    const tsc = createRequire(import.meta.url).resolve("typescript/lib/tsc.js");
    spawnSync(process.execPath, [tsc, "--project", folder], { encoding: "utf8" });
    const compiling = performance.now() - compiled;
    return [
      {
        name: "judging 1,000 test files / tsc --noEmit on them",
        value: Number((judging / compiling).toFixed(2)),
        unit: "x",
        note: "goal: below 1",
      },
      {
        name: "judging 1,000 test files",
        value: Math.round(judging),
        unit: "ms",
        note: `${tests} tests, ${results} results of every validator that reads`,
      },
      { name: "tsc --noEmit on the same files", value: Math.round(compiling), unit: "ms" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

/** A suite that takes seconds, as real ones do: what the pipeline adds is set against it. */
const SLOW_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
test("takes its time", async () => {
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  assert.ok(true);
});
`;

async function benchPipeline(): Promise<BenchLine[]> {
  const repository = createTempRepository();
  try {
    const commit = repository.commit({ "package.json": '{ "type": "module" }\n', "slow.test.js": SLOW_TEST });
    const bareStarted = performance.now();
    execFileSync("node", ["--test"], { cwd: repository.folder, stdio: "ignore" });
    const bare = performance.now() - bareStarted;
    const presets = await loadPresets(PRESETS_FOLDER);
    const { tree } = await openTree({ gitDir: join(repository.folder, ".git"), commit, folder: repository.folder });
    const preset = presets.ok ? choosePreset(presets.value, "node", tree.paths()) : presets;
    if (!preset.ok) throw new TypeError(preset.refusal.message);
    const started = performance.now();
    const snapshot = { gitDir: join(repository.folder, ".git"), tree: commit };
    const execution = createExecution({
      settings: await benchSettings(process.env, PRESETS_FOLDER),
      commands: commandsFor(preset.value, Config.parse({}), { base: tree, head: tree }),
      base: snapshot,
      subject: snapshot,
      testFile: null,
      taskTests: [{ path: "slow.test.js", text: SLOW_TEST }],
      changedFiles: [],
      ownFiles: [],
      baseline: null,
      measuresBase: false,
      runsRed: false,
      runsBuild: true,
      suiteSkipped: null,
    });
    await execution.gather(3);
    await execution.close();
    const gated = performance.now() - started;
    const over = ((gated - bare) / bare) * 100;
    return [
      {
        name: "suite in the pipeline over the bare command",
        value: Number(over.toFixed(1)),
        unit: "%",
        note: "goal: at most 5",
      },
      {
        name: "what the pipeline adds to it",
        value: Math.round(gated - bare),
        unit: "ms",
        note: `the bare command takes ${Math.round(bare)}`,
      },
    ];
  } finally {
    repository.remove();
  }
}
