import { z } from "zod";
import { checkWorkflow } from "./workflow-rules.js";

/** The message for every unsupported key. The file may be valid on GitHub but cannot run here. */
const NOT_SUPPORTED = "is not supported by the local runner";

/** A strict schema with messages for the author of a workflow or an action. */
export function supported<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? NOT_SUPPORTED : undefined),
  });
}

/** A short form or a map. A plain union would report an error inside the map at the map's first line. */
function stringOr<T extends z.ZodType<string>, S extends z.ZodType>(text: T, map: S) {
  return z.custom<z.infer<T> | z.infer<S>>().superRefine((value, context) => {
    const { error } = (typeof value === "string" ? text : map).safeParse(value);
    for (const { path, message } of error?.issues.flatMap(splitKeys) ?? []) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  });
}

/** One issue per unknown key, at the key. */
function splitKeys(issue: z.core.$ZodIssue): { path: readonly PropertyKey[]; message: string }[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }));
}

/** A YAML scalar where GitHub accepts a string. */
const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: "must be a string, a number or a boolean",
});
const ScalarMap = z.record(z.string(), Scalar);
const Identifier = z
  .string()
  .regex(/^[A-Za-z_][\w-]*$/, "must start with a letter or _ and hold only letters, digits, - and _");
const Minutes = z.union([z.number().positive("must be a positive number"), z.string()], {
  error: "must be a positive number or an expression",
});
const Flag = z.union([z.boolean(), z.string()], { error: "must be true, false or an expression" });
const Access = z.enum(["read", "write", "none"]);

/** The permissions of the job's token. A map, even an empty one, removes all other permissions. */
export const Permissions = supported({
  actions: Access.optional(),
  attestations: Access.optional(),
  checks: Access.optional(),
  contents: Access.optional(),
  deployments: Access.optional(),
  discussions: Access.optional(),
  issues: Access.optional(),
  packages: Access.optional(),
  pages: Access.optional(),
  "pull-requests": Access.optional(),
  "security-events": Access.optional(),
  statuses: Access.optional(),
});
export type Permissions = z.infer<typeof Permissions>;

/** github.com since 2026-09. There is no cache here, so every mode acts like `none`. */
const CacheMode = z.enum(["read", "write", "write-only", "none"]);

const Defaults = supported({
  run: supported({
    shell: z.literal("bash", { error: "only bash is supported" }).optional(),
    "working-directory": z.string().optional(),
  }),
});

/** One input of `workflow_dispatch`. */
export const DispatchInput = supported({
  description: z.string().optional(),
  required: z.boolean().optional(),
  default: Scalar.optional(),
  type: z.enum(["string", "boolean", "choice", "number"]).optional(),
  options: z.array(Scalar).min(1).optional(),
  deprecationMessage: z.string().optional(),
});
export type DispatchInput = z.infer<typeof DispatchInput>;

/** One step: a script or an action. */
export const Step = supported({
  id: Identifier.optional(),
  name: z.string().optional(),
  if: Flag.optional(),
  uses: z.string().optional(),
  with: ScalarMap.optional(),
  run: z.string().optional(),
  env: ScalarMap.optional(),
  shell: z.literal("bash", { error: "only bash is supported" }).optional(),
  "working-directory": z.string().optional(),
  "continue-on-error": Flag.optional(),
  "timeout-minutes": Minutes.optional(),
});
export type Step = z.infer<typeof Step>;

const Needs = z.union([z.string(), z.array(z.string())], { error: "must be a job or a list of jobs" });

/** This machine counts as Ubuntu or as self-hosted. Other labels would name a machine that does not exist here. */
const RunsOn = z.custom<string | readonly string[]>(
  (labels) =>
    typeof labels === "string"
      ? /^(?:ubuntu-[\w.]+|self-hosted)$/.test(labels)
      : Array.isArray(labels) && labels.includes("self-hosted"),
  "only ubuntu-* and self-hosted runners are supported",
);

/** One job. */
export const Job = supported({
  name: z.string().optional(),
  "runs-on": RunsOn,
  needs: Needs.optional(),
  if: Flag.optional(),
  permissions: Permissions.optional(),
  env: ScalarMap.optional(),
  defaults: Defaults.optional(),
  outputs: z.record(Identifier, z.string()).optional(),
  "timeout-minutes": Minutes.optional(),
  "cache-mode": CacheMode.optional(),
  steps: z.array(Step).min(1),
});
export type Job = z.infer<typeof Job>;

const WorkflowDispatch = supported({ inputs: z.record(Identifier, DispatchInput).optional() }).nullable();
const Trigger = stringOr(
  z.literal("workflow_dispatch", { error: "only workflow_dispatch is supported" }),
  supported({ workflow_dispatch: WorkflowDispatch }),
);

const ConcurrencyGroup = supported({ group: z.string(), "cancel-in-progress": Flag.optional() });

/** The supported part of a workflow file. */
export const Workflow = supported({
  name: z.string().optional(),
  "run-name": z.string().optional(),
  on: Trigger,
  permissions: Permissions.optional(),
  env: ScalarMap.optional(),
  concurrency: stringOr(z.string(), ConcurrencyGroup).optional(),
  defaults: Defaults.optional(),
  "cache-mode": CacheMode.optional(),
  jobs: z.record(Identifier, Job),
}).superRefine(checkWorkflow);
export type Workflow = z.infer<typeof Workflow>;
