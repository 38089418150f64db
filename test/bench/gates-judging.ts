import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type BenchLine, below, type Progress, rounded } from "./bench-line.js";
import { testFiles } from "./judged-files.js";

const SAMPLES = 3;
const { resolve } = createRequire(import.meta.url);
const Judged = z.strictObject({ tests: z.int(), results: z.int(), milliseconds: z.number() });

/** Judging a thousand test files beside a type check of the same files: the best of several runs of each, in turns. */
export async function benchJudging(progress: Progress): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), "factory-bench-gates-"));
  try {
    writeProject(folder);
    const judged: z.infer<typeof Judged>[] = [];
    const compiled: number[] = [];
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      progress(`judging and compiling a thousand test files, ${sample} of ${SAMPLES}`);
      judged.push(judgeOnce());
      compiled.push(compileOnce(folder));
    }
    const judging = Math.min(...judged.map(({ milliseconds }) => milliseconds));
    const compiling = Math.min(...compiled);
    const [{ tests, results } = { tests: 0, results: 0 }] = judged;
    return [
      {
        name: "judging 1,000 test files over tsc --noEmit on them",
        value: rounded(judging / compiling),
        unit: "x",
        goal: below(1),
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

function writeProject(folder: string): void {
  mkdirSync(join(folder, "t"));
  for (const [path, text] of testFiles()) writeFileSync(join(folder, path), text);
  const compilerOptions = {
    strict: true,
    module: "nodenext",
    target: "es2023",
    types: [],
    noEmit: true,
    skipLibCheck: true,
    paths: { vitest: [resolve("vitest").replace(/index\.cjs$/, "dist/index.d.ts")] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["t"] }));
}

function judgeOnce(): z.infer<typeof Judged> {
  const script = fileURLToPath(new URL("judge-files.ts", import.meta.url));
  const printed = execFileSync(process.execPath, ["--import", "tsx", script], { encoding: "utf8" });
  return Judged.parse(JSON.parse(printed));
}

function compileOnce(folder: string): number {
  const began = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [resolve("typescript/lib/tsc.js"), "--project", folder], {
    encoding: "utf8",
  });
  // Files that do not compile would be measured as something else.
  if (status !== 0) throw new Error(`tsc found fault with the files of the bench:\n${stdout.slice(0, 2_000)}`);
  return performance.now() - began;
}
