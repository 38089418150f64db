import type { Job, Step, Workflow } from "./workflow.js";

/** A text of a workflow that may contain expressions, with its place and GitHub's available contexts. */
export type ExpressionSite = {
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly kind: "template" | "condition" | "value";
  readonly contexts: readonly string[];
};

/** GitHub's table of context availability, limited to the supported contexts. */
const BEFORE_JOBS = ["github", "inputs"];
const BEFORE_STEPS = ["github", "inputs", "needs"];
const IN_STEPS = ["github", "inputs", "needs", "env", "job", "steps", "runner"];

type Value = string | number | boolean | null | undefined;
type Place = Pick<ExpressionSite, "path" | "contexts">;

export function expressionSites(workflow: Workflow): ExpressionSite[] {
  const at = (...path: (string | number)[]): Place => ({ path, contexts: BEFORE_JOBS });
  const group = workflow.concurrency;
  return [
    ...template(at("run-name"), workflow["run-name"]),
    ...(typeof group === "object"
      ? [
          ...template(at("concurrency", "group"), group.group),
          ...value(at("concurrency", "cancel-in-progress"), group["cancel-in-progress"]),
        ]
      : template(at("concurrency"), group)),
    ...templates(at("env"), workflow.env),
    ...Object.entries(workflow.jobs).flatMap(([key, job]) => jobSites(key, job)),
  ];
}

function jobSites(key: string, job: Job): ExpressionSite[] {
  const at = (...path: string[]): Place => ({ path: ["jobs", key, ...path], contexts: BEFORE_STEPS });
  return [
    ...template(at("name"), job.name),
    ...condition(at("if"), job.if),
    ...templates(at("env"), job.env),
    ...value(at("timeout-minutes"), job["timeout-minutes"]),
    ...templates({ path: ["jobs", key, "outputs"], contexts: IN_STEPS }, job.outputs),
    ...job.steps.flatMap((step, index) => stepSites(["jobs", key, "steps", index], step, IN_STEPS)),
  ];
}

/** Also for the steps of a composite action, which have another path and fewer contexts. */
export function stepSites(
  base: readonly (string | number)[],
  step: Step,
  contexts: readonly string[],
): ExpressionSite[] {
  const at = (key: string): Place => ({ path: [...base, key], contexts });
  return [
    ...template(at("name"), step.name),
    ...condition(at("if"), step.if),
    ...template(at("run"), step.run),
    ...templates(at("env"), step.env),
    ...templates(at("with"), step.with),
    ...template(at("working-directory"), step["working-directory"]),
    ...value(at("continue-on-error"), step["continue-on-error"]),
    ...value(at("timeout-minutes"), step["timeout-minutes"]),
  ];
}

function template(place: Place, text: Value): ExpressionSite[] {
  return typeof text === "string" ? [{ ...place, text, kind: "template" }] : [];
}

function templates(place: Place, texts: Readonly<Record<string, Value>> | undefined): ExpressionSite[] {
  return Object.entries(texts ?? {}).flatMap(([name, text]) =>
    template({ ...place, path: [...place.path, name] }, text),
  );
}

function condition(place: Place, text: Value): ExpressionSite[] {
  return typeof text === "string" ? [{ ...place, text, kind: "condition" }] : [];
}

function value(place: Place, text: Value): ExpressionSite[] {
  return typeof text === "string" ? [{ ...place, text, kind: "value" }] : [];
}
