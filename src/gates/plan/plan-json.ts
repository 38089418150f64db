import { z } from "zod";
import { FileAction } from "../../domain/contract/manifest.js";
import { pathKey, RepoPath } from "../../domain/contract/repo-path.js";
import { noDuplicates } from "../../domain/contract/unique.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { PlanContract } from "../plan-contract.js";
import { planWords } from "./plan-words.js";

const PlanFile = z.strictObject({ path: RepoPath, action: FileAction, reason: z.string().optional() });

/** `plan.json`: gates without the factory (requirements.md#the-plan-file). */
const PlanJson = z.strictObject({
  outputId: z.string().min(1).max(200),
  /** Absolute, or relative to the folder where the gates are started. */
  projectPath: z.string().min(1).default("."),
  taskPrompt: z.string().min(10, "must contain at least 10 characters"),
  testFilePath: RepoPath,
  manifest: z.strictObject({
    files: z
      .array(PlanFile)
      .min(1, "must name at least one file")
      .superRefine(noDuplicates("path", (file) => pathKey(file.path), "path")),
    testFile: RepoPath,
  }),
  contract: PlanContract.nullish(),
  baseRef: z.string().min(1).default("origin/main"),
  targetRef: z.string().min(1).default("HEAD"),
  dangerMode: z.boolean().default(false),
  runType: z.enum(["CONTRACT", "EXECUTION"]).default("CONTRACT"),
  /** The `outputId` of the CONTRACT run whose tests, manifest and contract an EXECUTION run is held to. */
  contractRunId: z.string().nullish(),
  testFileContent: z.string().optional(),
});
export type PlanJson = z.infer<typeof PlanJson>;

/** Every field of a plan, in the order of its reference. */
export const PLAN_FIELDS: readonly string[] = Object.keys(PlanJson.shape);

/** The plan's fields that options may override. */
export type PlanOverrides = Partial<Pick<PlanJson, "projectPath" | "baseRef" | "targetRef" | "runType">>;

/** Reads a plan after the overrides, or lists every problem with its field. */
export function readPlanJson(text: string, overrides: PlanOverrides = {}): Outcome<PlanJson> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse("plan-invalid", `the plan is not JSON: ${error.message}`, { details: [error.message] });
  }
  const asked = isRecord(value) ? { ...value, ...overrides } : value;
  const plan = PlanJson.safeParse(asked, { reportInput: true });
  const issues = plan.error?.issues ?? [];
  const details = [
    ...issues.map((issue) => `${issue.path.map(String).join(".") || "plan"}: ${planWords(issue)}`),
    ...contradictions(asked),
  ];
  return plan.success && details.length === 0
    ? accept(plan.data)
    : refuse("plan-invalid", details.join("\n"), { details });
}

/** Rules between fields. They are checked even if the schema finds an error in another field. */
function contradictions(plan: unknown): string[] {
  if (!isRecord(plan)) return [];
  const { testFilePath, manifest, runType = "CONTRACT", contractRunId } = plan;
  const { testFile } = isRecord(manifest) ? manifest : {};
  const areBothThere = typeof testFilePath === "string" && typeof testFile === "string";
  return [
    ...(areBothThere && testFilePath !== testFile
      ? [`testFilePath: must be manifest.testFile, which is "${testFile}"`]
      : []),
    ...(typeof contractRunId === "string" && runType === "CONTRACT"
      ? ["contractRunId: is for EXECUTION runs only: a CONTRACT run follows none"]
      : []),
  ];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
