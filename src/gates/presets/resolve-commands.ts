import type { Config } from "../../domain/config/config.js";
import type { GateOverride, PresetStep } from "../../domain/config/gates-config.js";
import { conditionHolds, type RepositoryFiles } from "./condition.js";
import type { Preset, PresetStepCommands, TestRunner } from "./preset.js";

/** A command to run, and the meaning of its failure. */
type GateCommand = {
  readonly name: string;
  readonly command: string;
  readonly required: boolean;
  readonly network: boolean;
};

/** A step of this repository: its command, or why there is none, and whether the configuration requires it anyway. */
export type StepCommand =
  | ({ readonly kind: "command" } & GateCommand)
  | {
      readonly kind: "none";
      readonly name: string;
      readonly reason: string;
      readonly asked?: { readonly required: boolean };
    };

/** Every command that judges one repository: the preset, changed by its configuration (requirements.md#gate-checks). */
export type GateCommands = {
  readonly setup: StepCommand;
  /** Set-up of the commit before this work, where red is judged. */
  readonly baseSetup: StepCommand;
  readonly typecheck: StepCommand;
  readonly lint: StepCommand;
  readonly build: StepCommand;
  readonly coverage: StepCommand & { readonly format: "percent" | "lcov"; readonly threshold: number | null };
  readonly resolve: StepCommand;
  readonly runner: TestRunner;
  /**
   * The whole suite. Its report has the runner's format, also for a command of the configuration, unless the
   * configuration names another format.
   */
  readonly test: GateCommand & Pick<TestRunner, "format" | "report">;
  readonly additional: readonly GateCommand[];
};

type GateSettings = Pick<Config, "gates" | "test_command" | "validation_command">;

/** The base decides which commands judge. The head decides what has to be installed and resolved. */
export function commandsFor(
  preset: Preset,
  settings: GateSettings,
  { base, head }: { readonly base: RepositoryFiles; readonly head: RepositoryFiles },
): GateCommands {
  const judging = resolveCommands(preset, settings, preset.manifest_files.some((file) => base.has(file)) ? base : head);
  const { setup, resolve } = resolveCommands(preset, settings, head);
  return { ...judging, setup, resolve, baseSetup: judging.setup };
}

function resolveCommands(
  preset: Preset,
  settings: GateSettings,
  files: RepositoryFiles,
): Omit<GateCommands, "baseSetup"> {
  const { gates } = settings;
  const override = (name: PresetStep) => gates.overrides.find((candidate) => candidate.name === name);
  const step = (name: Exclude<PresetStep, "test">): StepCommand => {
    const { command, required = name !== "coverage" } = override(name) ?? {};
    if (command !== undefined) return { kind: "command", name, command, required, network: name === "setup" };
    const found = fromPreset(name, preset[name], files);
    if (found.kind === "command") return { ...found, required };
    return isAskedFor(override(name)) ? { ...found, asked: { required } } : found;
  };
  const runner = preset.runners.find(({ when }) => conditionHolds(when, files)) ?? lastRunner(preset);
  const validation = settings.validation_command;
  return {
    setup: step("setup"),
    typecheck:
      validation === null
        ? step("typecheck")
        : {
            kind: "command",
            name: "typecheck",
            command: validation,
            required: override("typecheck")?.required ?? true,
            network: false,
          },
    lint: step("lint"),
    build: step("build"),
    coverage: {
      ...coverageStep(step("coverage"), override("coverage")),
      format: preset.coverage.format,
      threshold: override("coverage")?.threshold ?? null,
    },
    resolve: fromPreset("resolve", preset.resolve, files),
    runner,
    test: { name: "test", required: true, network: false, ...suiteCommand(runner, settings, override("test")) },
    additional: gates.additional.map((gate) => ({ ...gate, network: false })),
  };
}

function suiteCommand(
  runner: TestRunner,
  settings: GateSettings,
  override: GateOverride | undefined,
): Pick<GateCommands["test"], "command" | "format" | "report"> {
  const command = settings.test_command ?? override?.command ?? runner.test;
  if (override?.format === undefined) return { command, format: runner.format, report: runner.report };
  return { command, format: override.format, report: command.includes("{report}") ? "{report}" : "stdout" };
}

/** Without dependencies set-up is done. Any other step that the configuration names has to run. */
function isAskedFor(override: GateOverride | undefined): boolean {
  if (override === undefined || override.name === "setup") return false;
  return override.required === true || override.threshold !== undefined;
}

/** Coverage costs a second run of the suite, so it is measured only on request. */
function coverageStep(step: StepCommand, asked: unknown): StepCommand {
  if (asked !== undefined) return step;
  return { kind: "none", name: "coverage", reason: "no coverage is asked for in gates.overrides" };
}

function fromPreset(name: string, { commands, otherwise }: PresetStepCommands, files: RepositoryFiles): StepCommand {
  const fitting = commands.find(({ when }) => conditionHolds(when, files));
  if (fitting === undefined) return { kind: "none", name, reason: otherwise };
  return { kind: "command", name, command: fitting.command, required: true, network: fitting.network };
}

function lastRunner({ name, runners }: Preset): TestRunner {
  const last = runners.at(-1);
  if (last === undefined) throw new TypeError(`the preset ${name} has no test runner`);
  return last;
}
