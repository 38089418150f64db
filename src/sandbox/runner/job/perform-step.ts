import path from "node:path";
import { refusedArtifactAction } from "../actions/artifact-version.js";
import { BUILT_INS } from "../actions/built-ins.js";
import { runAction } from "../actions/run-action.js";
import { interpolateAll } from "../expressions/evaluate.js";
import { type ActionReference, parseActionReference } from "../workflow/action-reference.js";
import { refuseField } from "../workflow/parse-workflow.js";
import type { Step } from "../workflow/workflow.js";
import { failed, type StepEnd, type StepWork } from "./job-context.js";
import { runScript, type ScriptDefaults } from "./run-script.js";
import { scalars } from "./scalars.js";

/** Performs the body of a step: its script or its action. */
export async function performStep(work: StepWork, step: Step, defaults: ScriptDefaults): Promise<StepEnd> {
  if (step.uses === undefined) return runScript(work, step, defaults);
  const inputs = interpolateAll(scalars(step.with), { contexts: work.contexts });
  if (!inputs.ok) return failed(work, inputs.refusal.message);
  work.console.print(`##[group]Run ${step.uses}`);
  for (const [name, value] of Object.entries(inputs.value)) work.console.print(`  ${name}: ${value}`);
  work.console.print("##[endgroup]");
  const reference = parseActionReference(step.uses);
  const refused = reference === undefined ? undefined : refusedArtifactAction(reference, work.job.host.platform);
  if (refused !== undefined) return failed(work, refused);
  if (reference?.kind === "built-in") return BUILT_INS[reference.name](work, inputs.value);
  const folder = folderOf(work, step.uses, reference);
  if (folder === undefined) return failed(work, notServed(work, step.uses));
  return runAction(withAction(work, folder, reference), { folder, uses: step.uses, with: inputs.value });
}

function folderOf(work: StepWork, uses: string, reference: ActionReference | undefined): string | undefined {
  if (reference?.kind === "local") return path.resolve(work.job.folders.workspace, reference.path);
  return work.job.actions.get(uses);
}

function notServed(work: StepWork, uses: string): string {
  const { file } = work.job.plan;
  return refuseField(file, [...work.field, "uses"], `${uses} is not supported by the local runner`).message;
}

/** GITHUB_ACTION_REPOSITORY and GITHUB_ACTION_REF name the source of an action. */
function withAction(work: StepWork, folder: string, reference: ActionReference | undefined): StepWork {
  const origin =
    reference?.kind === "repository" ? { action_repository: reference.repository, action_ref: reference.ref } : {};
  const github = { ...(work.contexts.github as object), ...origin, action_path: folder };
  return { ...work, contexts: { ...work.contexts, github } };
}
