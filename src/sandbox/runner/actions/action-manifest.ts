import path from "node:path";
import { z } from "zod";
import { type Outcome, refuse } from "../../../domain/refusal.js";
import { readYaml, type YamlLimits } from "../../../yaml/yaml.js";
import { readBoundedFile } from "../job/read-bounded-file.js";
import { expressionProblems } from "../workflow/check-expressions.js";
import { stepSites } from "../workflow/expression-sites.js";
import { Step, supported } from "../workflow/workflow.js";
import { duplicateIds, stepProblems } from "../workflow/workflow-rules.js";

/** The contexts of a composite action's steps and outputs: no needs, no job. */
const COMPOSITE_CONTEXTS = ["github", "inputs", "env", "steps", "runner"];

const ActionInput = supported({
  description: z.string().optional(),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  deprecationMessage: z.string().optional(),
});

const JavaScriptRuns = supported({ using: z.enum(["node20", "node24"]), main: z.string().min(1) });

/** Simple composite actions: scripts in order. An action inside an action is not supported. */
const CompositeRuns = supported({
  using: z.literal("composite"),
  steps: z.array(Step.omit({ uses: true, with: true, "continue-on-error": true, "timeout-minutes": true })).min(1),
}).superRefine(({ steps }, context) => {
  const problems = [
    ...duplicateIds(["steps"], steps),
    ...steps.flatMap((step, index) => [
      ...stepProblems(["steps", index], step),
      ...stepSites(["steps", index], step, COMPOSITE_CONTEXTS).flatMap((site) =>
        expressionProblems(site).map((message) => ({ path: site.path, message })),
      ),
    ]),
  ];
  for (const { path: at, message } of problems) context.addIssue({ code: "custom", path: [...at], message });
});

/** The supported part of action.yml: JavaScript with one entry, or a composite of scripts. */
export const ActionManifest = supported({
  name: z.string(),
  description: z.string().optional(),
  author: z.string().optional(),
  branding: z.unknown().optional(),
  inputs: z.record(z.string(), ActionInput.nullable()).optional(),
  outputs: z
    .record(z.string(), supported({ description: z.string().optional(), value: z.string().optional() }))
    .optional(),
  runs: z.discriminatedUnion("using", [JavaScriptRuns, CompositeRuns], {
    error: "must use node20, node24 or composite: nothing else is supported by the local runner",
  }),
});
export type ActionManifest = z.infer<typeof ActionManifest>;

const LIMITS: YamlLimits = { maxBytes: 1_048_576, maxDepth: 32, maxAliases: 0, maxNodes: 50_000 };

/** Reads the manifest of the action in a folder; `label` is how the workflow calls it. */
export async function readActionManifest(folder: string, label: string): Promise<Outcome<ActionManifest>> {
  for (const name of ["action.yml", "action.yaml"]) {
    const text = await readBoundedFile(path.join(folder, name), LIMITS.maxBytes);
    if (!text.ok) return text;
    if (text.value !== "") return readYaml(`${label}/${name}`, text.value, ActionManifest, LIMITS);
  }
  return refuse("action-not-found", `${label} has no action.yml`);
}
