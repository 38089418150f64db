import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Config } from "../../src/domain/config/config.js";
import { openTree } from "../../src/gates/checkout/open-checkout.js";
import { createExecution } from "../../src/gates/execute/execution.js";
import { choosePreset } from "../../src/gates/presets/detect-preset.js";
import { loadPresets, PRESETS_FOLDER } from "../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../src/gates/run/bench-settings.js";
import { createSourceReader } from "../../src/gates/source/create-source-reader.js";
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

/** Reading a thousand test files beside a type check of the same files, and the pipeline beside the bare commands. */
export async function benchGates(): Promise<BenchLine[]> {
  return [...(await benchReading()), ...(await benchPipeline())];
}

async function benchReading(): Promise<BenchLine[]> {
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
    const sources = createSourceReader({ has: (path) => texts.has(path), read: (path) => texts.get(path) });
    let tests = 0;
    for (const path of texts.keys()) {
      if (!path.endsWith(".test.ts")) continue;
      sources.problems(path);
      sources.imports(path);
      tests += sources.tests(path).tests.length;
    }
    const reading = performance.now() - started;
    const compiled = performance.now();
    const tsc = createRequire(import.meta.url).resolve("typescript/lib/tsc.js");
    spawnSync(process.execPath, [tsc, "--project", folder], { encoding: "utf8" });
    const compiling = performance.now() - compiled;
    return [
      {
        name: "reading 1,000 test files / tsc --noEmit on them",
        value: Number((reading / compiling).toFixed(2)),
        unit: "x",
        note: "goal: below 1",
      },
      { name: "reading 1,000 test files", value: Math.round(reading), unit: "ms", note: `${tests} tests` },
      { name: "tsc --noEmit on the same files", value: Math.round(compiling), unit: "ms" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
      baseline: null,
      runsRed: false,
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
    ];
  } finally {
    repository.remove();
  }
}
