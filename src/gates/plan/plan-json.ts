import { z } from "zod";
import { FileAction } from "../../domain/contract/manifest.js";
import { pathKey, RepoPath } from "../../domain/contract/repo-path.js";
import { noDuplicates } from "../../domain/contract/unique.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { PlanContract } from "../plan-contract.js";

const PlanFile = z.strictObject({ path: RepoPath, action: FileAction, reason: z.string().optional() });

/** `plan.json` as the Gatekeeper guide defines it: gates without the factory (seed 003, 2). */
export const PlanJson = z
  .strictObject({
    outputId: z.string().min(1).max(200),
    /** Relative to where the gates are started; the guide writes an absolute path. */
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
    contractRunId: z.string().nullish(),
    testFileContent: z.string().optional(),
  })
  .superRefine(({ testFilePath, manifest, runType, contractRunId }, context) => {
    const say = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (testFilePath !== manifest.testFile)
      say(["testFilePath"], `must be manifest.testFile, which is "${manifest.testFile}"`);
    if (contractRunId != null && runType === "CONTRACT")
      say(["contractRunId"], "is for EXECUTION runs only: a CONTRACT run follows none");
  });
export type PlanJson = z.infer<typeof PlanJson>;

/** Reads a plan, or lists every problem with its field. */
export function readPlanJson(text: string): Outcome<PlanJson> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse("plan-invalid", `the plan is not JSON: ${error.message}`, { details: [error.message] });
  }
  const plan = PlanJson.safeParse(value);
  if (plan.success) return accept(plan.data);
  const details = plan.error.issues.map(({ path, message }) => `${path.map(String).join(".") || "plan"}: ${message}`);
  return refuse("plan-invalid", details.join("\n"), { details });
}
