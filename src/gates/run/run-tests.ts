import { type Outcome, refuse } from "../../domain/refusal.js";
import { fillCommand, shownCommand } from "../presets/fill-command.js";
import type { TestRunner } from "../presets/preset.js";
import { readReports } from "../readers/read-report.js";
import type { ReportedRun } from "../readers/reported-run.js";
import { type CanaryFate, type PlacedCanary, takeCanaries, withoutStrays } from "./canary.js";
import type { CommandRun } from "./run-command.js";
import type { Workbench } from "./workbench.js";

/** Which tests to run, and the canaries among them. */
export type TestsToRun = {
  /** Where its report is, and how it reads. */
  readonly runner: Pick<TestRunner, "format" | "report">;
  /** With placeholders: the runner's own, or what the configuration names. */
  readonly command: string;
  readonly testFiles: readonly string[];
  readonly presetsFolder: string;
  readonly canaries: readonly PlacedCanary[];
  /** Files that are there or that the work will create. */
  readonly ownFiles?: readonly string[];
};

/** What a test command did, and what its report says without the canaries. */
export type TestsRun = {
  /** As people read it. */
  readonly command: string;
  readonly run: CommandRun;
  readonly reported: Outcome<ReportedRun>;
  readonly canary: CanaryFate;
};

/** Runs on a bench that its caller has prepared; canaries are added here and nowhere else. */
export async function runTests(bench: Workbench, tests: TestsToRun): Promise<TestsRun> {
  const { runner, testFiles, presetsFolder, canaries } = tests;
  for (const canary of canaries) await bench.write(canary.path, canary.text);
  const report = await bench.newReport();
  const facts = { testFiles, changedFiles: [], dependencies: [], ownFiles: tests.ownFiles };
  const run = await bench.run(fillCommand(tests.command, { ...facts, report, presets: presetsFolder }));
  const command = shownCommand(tests.command, facts);
  const reported = await readBack(bench, { runner, run, report, ownFiles: tests.ownFiles });
  const earlier = [...bench.canaries];
  for (const { id } of canaries) bench.canaries.add(id);
  if (!reported.ok) return { command, run, reported, canary: "none" };
  const { run: rest, fate } = takeCanaries(withoutStrays(reported.value, earlier), canaries);
  return { command, run, reported: { ok: true, value: rest }, canary: fate };
}

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
