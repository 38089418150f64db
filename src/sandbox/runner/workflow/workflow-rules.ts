import type { z } from "zod";
import { findCycle } from "../../../domain/graph.js";
import { BUILT_IN_INPUTS } from "../actions/built-in-inputs.js";
import { hasExpression } from "../expressions/template.js";
import { parseActionReference } from "./action-reference.js";
import { expressionProblems } from "./check-expressions.js";
import { expressionSites } from "./expression-sites.js";
import type { Job, Step, Workflow } from "./workflow.js";

type Path = readonly (string | number)[];
type Problem = { readonly path: Path; readonly message: string };

/** The rules about several fields. Every problem has a path, and so a line. */
export function checkWorkflow(workflow: Workflow, context: z.RefinementCtx): void {
  const jobs = Object.entries(workflow.jobs);
  const problems = [
    ...(jobs.length === 0 ? [{ path: ["jobs"], message: "must have at least one job" }] : []),
    ...inputProblems(workflow),
    ...needsProblems(workflow),
    ...defaultsProblems(["defaults"], workflow.defaults),
    ...jobs.flatMap(([key, job]) => [
      ...defaultsProblems(["jobs", key, "defaults"], job.defaults),
      ...duplicateIds(["jobs", key, "steps"], job.steps),
      ...job.steps.flatMap((step, index) => stepProblems(["jobs", key, "steps", index], step)),
    ]),
    ...expressionSites(workflow).flatMap((site) =>
      expressionProblems(site).map((message) => ({ path: site.path, message })),
    ),
  ];
  for (const { path, message } of problems) context.addIssue({ code: "custom", path: [...path], message });
}

export function needsOf(job: Job): readonly string[] {
  if (job.needs === undefined) return [];
  return typeof job.needs === "string" ? [job.needs] : job.needs;
}

function needsProblems(workflow: Workflow): Problem[] {
  const graph = new Map(Object.entries(workflow.jobs).map(([key, job]) => [key, needsOf(job)]));
  const unknown = [...graph].flatMap(([key, needs]) =>
    needs
      .filter((need) => !graph.has(need))
      .map((need) => ({ path: ["jobs", key, "needs"], message: `names the job ${need}, which does not exist` })),
  );
  const cycle = findCycle(graph);
  if (cycle === undefined) return unknown;
  return [...unknown, { path: ["jobs", cycle[0] ?? "", "needs"], message: `is a cycle: ${cycle.join(" -> ")}` }];
}

function inputProblems(workflow: Workflow): Problem[] {
  const inputs = typeof workflow.on === "string" ? {} : (workflow.on.workflow_dispatch?.inputs ?? {});
  return Object.entries(inputs).flatMap(([name, input]) => {
    const path = ["on", "workflow_dispatch", "inputs", name];
    const isChoice = input.type === "choice";
    if (isChoice && input.options === undefined) return [{ path, message: "is a choice without options" }];
    if (!isChoice && input.options !== undefined)
      return [{ path: [...path, "options"], message: "needs type: choice" }];
    return [];
  });
}

function defaultsProblems(path: Path, defaults: Workflow["defaults"]): Problem[] {
  const folder = defaults?.run["working-directory"];
  if (folder === undefined || !hasExpression(folder)) return [];
  return [
    { path: [...path, "run", "working-directory"], message: "an expression here is not supported by the local runner" },
  ];
}

/** Ids are unique per job, and expressions do not distinguish upper and lower case. */
export function duplicateIds(path: Path, steps: readonly Step[]): Problem[] {
  const ids = steps.map((step) => step.id?.toLowerCase());
  return ids.flatMap((id, index) =>
    id !== undefined && ids.indexOf(id) < index
      ? [{ path: [...path, index, "id"], message: `${id} is the id of an earlier step` }]
      : [],
  );
}

export function stepProblems(path: Path, step: Step): Problem[] {
  if ((step.run === undefined) === (step.uses === undefined)) {
    return [{ path, message: "must have either run or uses" }];
  }
  const belongs = step.run === undefined ? (["shell", "working-directory"] as const) : (["with"] as const);
  const misplaced = belongs
    .filter((key) => step[key] !== undefined)
    .map((key) => ({ path: [...path, key], message: `goes with ${key === "with" ? "uses" : "run"} only` }));
  return [...misplaced, ...(step.uses === undefined ? [] : usesProblems(path, step.uses, step))];
}

function usesProblems(path: Path, uses: string, step: Step): Problem[] {
  const reference = parseActionReference(uses);
  if (reference === undefined) {
    return [{ path: [...path, "uses"], message: `${uses} is not supported by the local runner` }];
  }
  if (reference.kind !== "built-in") return [];
  const known = BUILT_IN_INPUTS[reference.name];
  return Object.keys(step.with ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: [...path, "with", name],
      message: `is an input of ${reference.name} that the local runner's stand-in does not support (it knows ${known.join(", ")})`,
    }));
}
