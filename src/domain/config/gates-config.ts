import { z } from "zod";
import { nonBlank } from "./non-blank.js";
import { ReportFormat } from "./report-format.js";

/** The built-in presets (decisions.md#presets); `auto` reads the repository's manifests. */
export const PresetName = z.enum(["auto", "node", "typescript", "python", "go", "rust", "java-maven"]);
export type PresetName = z.infer<typeof PresetName>;

/** The steps of every preset. */
export const PresetStep = z.enum(["setup", "typecheck", "lint", "test", "build", "coverage"]);
export type PresetStep = z.infer<typeof PresetStep>;

/** What happens to code under test on a machine without confinement. */
export const ConfinementPolicy = z.enum(["required", "preferred"]);
export type ConfinementPolicy = z.infer<typeof ConfinementPolicy>;

const Command = nonBlank(1_000);

/** Changes one step of the preset (requirements.md#gate-checks). */
export const GateOverride = z
  .strictObject({
    name: PresetStep.describe("The preset's step to change."),
    command: Command.optional().describe("Runs instead of the preset's command."),
    required: z.boolean().optional().describe("A required step that fails is retried; an optional one only warns."),
    threshold: z.number().min(0).max(100).optional().describe("The lowest coverage that passes, in percent."),
    format: ReportFormat.optional().describe(
      "How the report of your test command reads; it is what the command prints, or the file at {report} where it names that.",
    ),
  })
  .superRefine((override, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const { name, ...changes } = override;
    if (Object.values(changes).every((change) => change === undefined)) {
      say("name", `the override of "${name}" changes nothing: give it a command, required, threshold or format`);
    }
    if (override.format !== undefined && name !== "test") {
      say("format", `only "test" has a report; "${name}" passes or fails by its exit code`);
    }
    if (override.threshold !== undefined && override.name !== "coverage") {
      say("threshold", `only "coverage" has a threshold; "${override.name}" passes or fails by its exit code`);
    }
    if (override.required === false && (override.name === "test" || override.name === "setup")) {
      say("required", `"${override.name}" cannot be optional: nothing ships without tests that ran and passed`);
    }
  });
export type GateOverride = z.infer<typeof GateOverride>;

/** An additional command that judges every module. */
const AdditionalGate = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower case words joined by hyphens, such as check-migrations")
    .max(50)
    .refine((name) => !PresetStep.safeParse(name).success, { error: "is a step of the preset: use overrides instead" })
    .describe("Shown in the gate's summary."),
  command: Command.describe("Runs at the repository's root; exit code 0 passes."),
  required: z.boolean().default(true).describe("A required gate that fails is retried; an optional one only warns."),
});

export const GatesConfig = z.strictObject({
  preset: PresetName.default("auto").describe("The commands that judge this repository; auto reads its manifests."),
  overrides: z.array(GateOverride).default([]).describe("Changes to single steps of the preset, one per step."),
  additional: z.array(AdditionalGate).default([]).describe("Further commands that judge every module."),
  timeout_minutes: z.int().min(1).max(360).default(30).describe("A gate run that takes longer is stopped."),
  confinement: ConfinementPolicy.default("required").describe(
    "Where nothing confines code under test: required does not run it, so that its gates are NOT_RUN and block; preferred runs it with everything the runner may do, and the check says so.",
  ),
});
export type GatesConfig = z.infer<typeof GatesConfig>;
