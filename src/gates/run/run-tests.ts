import { type Outcome, refuse } from "../../domain/refusal.js";
import { fillCommand, shownCommand } from "../presets/fill-command.js";
import type { TestRunner } from "../presets/preset.js";
import { readReports } from "../readers/read-report.js";
import type { ReportedRun } from "../readers/reported-run.js";
import { type CanaryFate, type PlacedCanary, takeCanaries, withoutStrays } from "./canary.js";
import type { CommandRun } from "./run-command.js";
import type { Workbench } from "./workbench.js";

/** The tests to run, and the canaries among them. */
export type TestsToRun = {
  /** The place and format of the report. */
  readonly runner: Pick<TestRunner, "format" | "report">;
  /** With placeholders: the runner's command, or the configuration's. */
  readonly command: string;
  readonly testFiles: readonly string[];
  readonly presetsFolder: string;
  readonly canaries: readonly PlacedCanary[];
  /** Existing and planned files. */
  readonly ownFiles?: readonly string[];
};

/** The result of a test command, and its report without the canaries. */
export type TestsRun = {
  /** The command in readable form. */
  readonly command: string;
  readonly run: CommandRun;
  readonly reported: Outcome<ReportedRun>;
  readonly canary: CanaryFate;
};

/** Runs on a bench that its caller has prepared. Canaries are added only here. */
export async function runTests(bench: Workbench, tests: TestsToRun): Promise<TestsRun> {
  const { runner, testFiles, presetsFolder, canaries } = tests;
  for (const canary of canaries) await bench.write(canary.path, canary.text);
  const report = await bench.newReport();
  const facts = { testFiles, changedFiles: [], dependencies: [], ownFiles: tests.ownFiles };
  const changed = await bench.watch();
  const run = await bench.run(fillCommand(tests.command, { ...facts, report, presets: presetsFolder }));
  const command = shownCommand(tests.command, facts);
  const changes = await changed();
  const reported =
    changes.length > 0
      ? refuse("tests-changed-files", changedWords(changes), { changes })
      : await readBack(bench, { runner, run, report, ownFiles: tests.ownFiles });
  const earlier = [...bench.canaries];
  for (const { id } of canaries) bench.canaries.add(id);
  if (!reported.ok) return { command, run, reported, canary: "none" };
  const { run: rest, fate } = takeCanaries(withoutStrays(reported.value, earlier), canaries);
  return { command, run, reported: { ok: true, value: rest }, canary: fate };
}

/** What was tested is not what is there, or was not for a while: other tests may have been swapped, or what they test. */
function changedWords(changes: readonly string[]): string {
  const named = changes.slice(0, NAMED).join(", ");
  const others = changes.length > NAMED ? ` and ${changes.length - NAMED} more` : "";
  return `the test command changed files of the repository while it ran, so its results are not believed: ${named}${others}. Tests must write to untracked files or to a temporary folder`;
}
const NAMED = 10;

async function readBack(
  bench: Workbench,
  {
    runner,
    run,
    report,
    ownFiles,
  }: Pick<TestsToRun, "runner"> & {
    readonly run: CommandRun;
    readonly report: string;
    readonly ownFiles: readonly string[] | undefined;
  },
): Promise<Outcome<ReportedRun>> {
  if (run.end.kind === "stopped") return refuse("tests-stopped", `the test command was stopped: ${run.end.why}`);
  if (run.end.kind === "not-started") return refuse("tests-not-started", run.end.message);
  const texts =
    runner.report === "stdout"
      ? [run.stdout]
      : await bench.readReports(runner.report === "{report}" ? report : runner.report);
  return readReports(runner.format, texts, { root: bench.folder, printed: run.tail, ownFiles });
}
