import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createTempRepository, type TempRepository } from "../support/temp-repository.js";
import { atMost, type BenchLine, type Progress } from "./bench-line.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SAMPLES = 10;

/** How soon the stand-alone command line judges: gate 0, which runs nothing, from its start to its end. */
export async function benchStart(progress: Progress): Promise<BenchLine[]> {
  progress("the start of the command line");
  const built = await buildCommandLine();
  const repository = createTempRepository();
  try {
    preparePlan(repository);
    const samples = Array.from({ length: SAMPLES }, () => judgeGate0(built, repository));
    return [
      {
        name: "factory gates --gates 0, from its start to its end",
        value: Math.round(Math.min(...samples)),
        unit: "ms",
        goal: atMost(300),
      },
    ];
  } finally {
    repository.remove();
    rmSync(built, { recursive: true, force: true });
  }
}

/** File by file, as it is installed. */
async function buildCommandLine(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "factory-bench-cli-"));
  for (const name of ["node_modules", "gate-presets"]) symlinkSync(join(ROOT, name), join(folder, name));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  await build({
    entryPoints: [join(ROOT, "src/**/*.ts")],
    outdir: join(folder, "dist"),
    outbase: join(ROOT, "src"),
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return folder;
}

function preparePlan(repository: TempRepository): void {
  const plan = {
    outputId: "bench",
    taskPrompt: "Add two numbers and return their sum",
    testFilePath: "test/add.test.js",
    manifest: { testFile: "test/add.test.js", files: [{ path: "test/add.test.js", action: "CREATE" }] },
    baseRef: "HEAD~1",
    targetRef: "HEAD",
  };
  repository.commit({ "package.json": '{ "type": "module" }\n', "plan.json": JSON.stringify(plan) });
  repository.commit({ "test/add.test.js": "export {};\n" });
}

function judgeGate0(built: string, { folder }: TempRepository): number {
  const began = performance.now();
  const args = [join(built, "dist/cli.js"), "gates", "--plan", "plan.json", "--gates", "0"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`factory gates ended with ${status}: ${stderr}`);
  return performance.now() - began;
}
