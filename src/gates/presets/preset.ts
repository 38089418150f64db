import { z } from "zod";
import { PresetName } from "../../domain/config/gates-config.js";
import { ReportFormat } from "../../domain/config/report-format.js";

const Command = z.string().min(1).max(2_000);

/** What must be there for a command to apply: a file, with such a text, a script or a dependency of package.json. All that is named. */
export const PresetCondition = z.strictObject({
  file: z.string().min(1).exactOptional(),
  /** A regular expression that the file matches; `^` and `$` are the ends of a line. */
  matches: z.string().min(1).exactOptional(),
  script: z.string().min(1).exactOptional(),
  dependency: z.string().min(1).exactOptional(),
});
export type PresetCondition = z.infer<typeof PresetCondition>;

/** One way to do a step. The first whose condition holds is taken. */
const PresetCommand = z.strictObject({
  when: PresetCondition.exactOptional(),
  command: Command,
  /** Only set-up and resolving reach a network, and only with install scripts off. */
  network: z.boolean().default(false),
});

/** A step: its alternatives, and what is said when none applies. */
export const PresetStepCommands = z.strictObject({ commands: z.array(PresetCommand), otherwise: z.string().min(1) });
export type PresetStepCommands = z.infer<typeof PresetStepCommands>;

/** A file of `gate-presets/canaries`. Presets that share a runner share its canary. */
const CanaryFile = z.string().regex(/^[a-z-]+\.[a-z]+$/);

/** A test that must be reported as failing: added to the test file, or as a file of its own. */
const CanaryFiles = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("append"),
    /** For an ECMAScript module and for a script; other languages have one spelling. */
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

/** A test runner: how to run everything and single files, and where its report is. */
const RunnerInPreset = z.strictObject({
  name: z.string().min(1),
  when: PresetCondition.exactOptional(),
  test: Command,
  /** Runs the named test files only; the same command re-runs files with failures. */
  test_files: Command,
  format: ReportFormat,
  /** `stdout`, `{report}` (a file of ours), or a pattern below the work folder. */
  report: z.string().min(1),
  canary: CanaryFiles,
  /** Its commands report a canary as failing and end well all the same, so one run shows the results and the exit code. */
  excuses_canary: z.boolean().default(false),
});
export type TestRunner = Omit<z.infer<typeof RunnerInPreset>, "canary"> & { readonly canary: Canary };

/** How coverage is read: the last percentage printed, or an lcov file at `{report}`. */
const CoverageStep = PresetStepCommands.extend({ format: z.enum(["percent", "lcov"]) });

/** `gate-presets/<name>.yml`: what judges a repository of one kind (decisions.md#presets). */
export const PresetFile = z.strictObject({
  schema_version: z.literal(1),
  name: PresetName.exclude(["auto"]),
  summary: z.string().min(1),
  language: z.string().min(1),
  /** The repository is of this kind when it has one of `any` and none of `none`. */
  detect: z.strictObject({ any: z.array(z.string().min(1)).min(1), none: z.array(z.string().min(1)) }),
  manifest_files: z.array(z.string().min(1)).min(1),
  lock_files: z.array(z.string().min(1)),
  setup: PresetStepCommands,
  typecheck: PresetStepCommands,
  lint: PresetStepCommands,
  build: PresetStepCommands,
  coverage: CoverageStep,
  /** Makes the lock file for declared dependencies, without installing or running anything of theirs. */
  resolve: PresetStepCommands,
  runners: z.array(RunnerInPreset).min(1),
});

/** A preset whose canaries have been read. */
export type Preset = Omit<z.infer<typeof PresetFile>, "runners"> & { readonly runners: readonly TestRunner[] };

/** A preset with the files that an empty repository starts from. */
export type LoadedPreset = Preset & {
  readonly scaffold: readonly { readonly path: string; readonly text: string }[];
};
