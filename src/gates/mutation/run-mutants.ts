import path from "node:path";
import { MUTANT_VARIABLES } from "../../languages/mutants/mutant.js";
import type { ModuleTestRun } from "../execution-facts.js";
import { fillCommand, quote } from "../presets/fill-command.js";
import type { TestRunner } from "../presets/preset.js";
import { readReports } from "../readers/read-report.js";
import { moduleTestRun } from "../run/module-tests.js";
import type { Workbench } from "../run/workbench.js";

/** The module's tests, as they run once for each mutant. */
export type MutantTests = {
  readonly runner: TestRunner;
  readonly testFile: string;
  readonly ownFiles: readonly string[];
  readonly presetsFolder: string;
};

/** The tests with one mutant; `stopped` if their time was over. */
export type MutantRun = { readonly ran: ModuleTestRun; readonly exitCode: number; readonly stopped: boolean };

/** Where each run leaves its report is only known of these two. */
export function canTellApart({ report }: Pick<TestRunner, "report">): boolean {
  return report === "stdout" || report === "{report}";
}

/**
 * Runs the tests once for each name, one after the other, in one confined command: a test that is killed by its time
 * limit, or writes what it wants, can harm only these runs. A name that the time did not suffice for has no result.
 */
export async function runMutants(
  bench: Workbench,
  tests: MutantTests,
  names: readonly string[],
  { seconds, each, reached }: { readonly seconds: number; readonly each: number; readonly reached?: string },
): Promise<ReadonlyMap<string, MutantRun>> {
  if (names.length === 0) return new Map();
  const place = path.dirname(await bench.newReport());
  const files = (name: string) => {
    const [out, report, status] = ["out", "report", "status"].map((kind) => path.join(place, `${name}.${kind}`));
    return { out: out as string, report: report as string, status: status as string };
  };
  const facts = { testFiles: [tests.testFile], changedFiles: [], dependencies: [], ownFiles: tests.ownFiles };
  const reads = tests.runner.report === "stdout" ? "out" : "report";
  const steps = names.map((name) => {
    const { out, report, status } = files(name);
    const command = fillCommand(tests.runner.mutant_file ?? tests.runner.test_files, {
      ...facts,
      report,
      presets: tests.presetsFolder,
    });
    const printed = reads === "out" ? quote(out) : "/dev/null";
    return `[ "$(date +%s)" -lt "$end" ] || exit 0
${MUTANT_VARIABLES.active}=${quote(name)} timeout -s KILL ${each} sh -c ${quote(command)} >${printed} 2>/dev/null </dev/null
echo $? >${quote(status)}`;
  });
  const note = reached === undefined ? "" : `export ${MUTANT_VARIABLES.reached}=${quote(reached)}\n`;
  const script = `command -v timeout >/dev/null || exit 64\n${note}end=$(($(date +%s) + ${Math.ceil(seconds)}))\n${steps.join("\n")}`;
  const { end } = await bench.run(script);
  const results = new Map<string, MutantRun>();
  for (const name of names) {
    const { [reads]: file, status } = files(name);
    const [code] = await bench.readReports(status);
    if (code === undefined) continue;
    const exitCode = Number(code);
    const texts = await bench.readReports(file);
    const reported = readReports(tests.runner.format, texts, {
      root: bench.folder,
      printed: "",
      ownFiles: tests.ownFiles,
    });
    const run = { end, stdout: "", tail: "", durationMs: 0 };
    const ran = moduleTestRun(
      { command: tests.runner.test_files, run, reported, canary: "none" },
      { path: tests.testFile, root: bench.folder },
    );
    results.set(name, { ran, exitCode, stopped: exitCode === KILLED });
  }
  return results;
}

/** What `timeout` and a shell say of a command that was killed. */
const KILLED = 137;
