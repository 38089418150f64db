import { z } from "zod";
import { PresetName } from "../../domain/config/gates-config.js";
import { ReportFormat } from "../../domain/config/report-format.js";

const Command = z.string().min(1).max(2_000);

/**
 * The condition of a command: a file, perhaps with a certain text, a script or a dependency of package.json. All of
 * them must hold.
 */
export const PresetCondition = z.strictObject({
  file: z.string().min(1).exactOptional(),
  /** A regular expression that the file matches; `^` and `$` match at line ends. */
  matches: z.string().min(1).exactOptional(),
  script: z.string().min(1).exactOptional(),
  dependency: z.string().min(1).exactOptional(),
});
export type PresetCondition = z.infer<typeof PresetCondition>;

/** One alternative of a step. The first one whose condition holds is used. */
const PresetCommand = z.strictObject({
  when: PresetCondition.exactOptional(),
  command: Command,
  /** Only set-up and resolving have a network, and only with install scripts off. */
  network: z.boolean().default(false),
});

/** A step: its alternatives, and the message if none applies. */
export const PresetStepCommands = z.strictObject({ commands: z.array(PresetCommand), otherwise: z.string().min(1) });
export type PresetStepCommands = z.infer<typeof PresetStepCommands>;

/** A file of `gate-presets/canaries`. Presets with the same runner share its canary. */
const CanaryFile = z.string().regex(/^[a-z-]+\.[a-z]+$/);

/** A test that must be reported as failing: added to the test file, or as a file of its own. */
const CanaryFiles = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("append"),
    /** One for an ECMAScript module and one for a script. Other languages have one form. */
    module: CanaryFile,
    script: CanaryFile.exactOptional(),
  }),
  z.strictObject({ kind: z.literal("file"), path: z.string().min(1), text: CanaryFile }),
]);
export type CanaryFiles = z.infer<typeof CanaryFiles>;

/** The same with the texts of these files. */
export type Canary =
  | { readonly kind: "append"; readonly module: string; readonly script?: string }
  | { readonly kind: "file"; readonly path: string; readonly text: string };

/** A test runner: how to run all files or single ones, and where its report is. */
const RunnerInPreset = z.strictObject({
  name: z.string().min(1),
  when: PresetCondition.exactOptional(),
  test: Command,
  /** Runs only the named test files. The same command re-runs files with failures. */
  test_files: Command,
  /** Runs one test file with the same report, in less time where the runner has such a way. */
  mutant_file: Command.exactOptional(),
  format: ReportFormat,
  /** `stdout`, `{report}` (a file of ours), or a pattern below the work folder. */
  report: z.string().min(1),
  canary: CanaryFiles,
  /**
   * Its commands report a canary as failing and still exit with 0, so one run gives both the results and the exit code.
   */
  excuses_canary: z.boolean().default(false),
});
export type TestRunner = Omit<z.infer<typeof RunnerInPreset>, "canary"> & { readonly canary: Canary };

/** How coverage is read: the last printed percentage, or an lcov file at `{report}`. */
const CoverageStep = PresetStepCommands.extend({ format: z.enum(["percent", "lcov"]) });

/** `gate-presets/<name>.yml`: the gates of one kind of repository (decisions.md#presets). */
export const PresetFile = z.strictObject({
  schema_version: z.literal(1),
  name: PresetName.exclude(["auto"]),
  summary: z.string().min(1),
  language: z.string().min(1),
  /** The repository is of this kind if it has one of `any` and none of `none`. */
  detect: z.strictObject({ any: z.array(z.string().min(1)).min(1), none: z.array(z.string().min(1)) }),
  manifest_files: z.array(z.string().min(1)).min(1),
  lock_files: z.array(z.string().min(1)),
  setup: PresetStepCommands,
  typecheck: PresetStepCommands,
  lint: PresetStepCommands,
  build: PresetStepCommands,
  coverage: CoverageStep,
  /** Makes the lock file for declared dependencies, without installing them or running their code. */
  resolve: PresetStepCommands,
  runners: z.array(RunnerInPreset).min(1),
});

/** A preset with its canaries. */
export type Preset = Omit<z.infer<typeof PresetFile>, "runners"> & { readonly runners: readonly TestRunner[] };

/** A preset with the scaffold for an empty repository. */
export type LoadedPreset = Preset & {
  readonly scaffold: readonly { readonly path: string; readonly text: string }[];
};
