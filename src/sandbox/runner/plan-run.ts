import { accept, type Outcome } from "../../domain/refusal.js";
import { interpolate, resolveScalar } from "./expressions/evaluate.js";
import type { ExpressionScope, Json } from "./expressions/expression-scope.js";
import { parseWorkflow, type SourceFile } from "./workflow/parse-workflow.js";
import { type Inputs, resolveInputs } from "./workflow/resolve-inputs.js";
import type { Workflow } from "./workflow/workflow.js";

/** The facts of a run before its jobs: enough to list it and to refuse a dispatch. */
export type RunPlan = {
  readonly file: SourceFile;
  readonly workflow: Workflow;
  readonly inputs: Inputs;
  readonly name: string;
  readonly displayTitle: string;
  readonly concurrency: { readonly group: string; readonly cancelInProgress: boolean } | undefined;
};

/** Reads the file, checks the inputs, and evaluates what GitHub evaluates at the creation of a run. */
export function planRun(request: {
  readonly file: SourceFile;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly github: Readonly<Record<string, Json>>;
}): Outcome<RunPlan> {
  const { file, github } = request;
  const workflow = parseWorkflow(file);
  if (!workflow.ok) return workflow;
  const inputs = resolveInputs(workflow.value, request.inputs);
  if (!inputs.ok) return inputs;
  // Without a name, a workflow is named after its path. Without a run-name, a dispatched run is named after its
  // workflow.
  const name = workflow.value.name ?? file.path;
  const scope: ExpressionScope = { contexts: { github: { ...github, workflow: name }, inputs: inputs.value } };
  const displayTitle = interpolate(workflow.value["run-name"] ?? "", scope);
  if (!displayTitle.ok) return displayTitle;
  const concurrency = concurrencyOf(workflow.value, scope);
  if (!concurrency.ok) return concurrency;
  return accept({
    file,
    workflow: workflow.value,
    inputs: inputs.value,
    name,
    displayTitle: displayTitle.value.trim() || name,
    concurrency: concurrency.value,
  });
}

function concurrencyOf(workflow: Workflow, scope: ExpressionScope): Outcome<RunPlan["concurrency"]> {
  const declared = workflow.concurrency;
  if (declared === undefined) return accept(undefined);
  const { group: text, "cancel-in-progress": flag = false } =
    typeof declared === "string" ? { group: declared } : declared;
  const group = interpolate(text, scope);
  if (!group.ok) return group;
  const cancel = resolveScalar(flag, scope);
  if (!cancel.ok) return cancel;
  // On GitHub an empty group counts as none.
  return accept(group.value === "" ? undefined : { group: group.value, cancelInProgress: cancel.value === true });
}
