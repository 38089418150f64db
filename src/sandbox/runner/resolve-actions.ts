import { accept, type Outcome } from "../../domain/refusal.js";
import type { RunnerHost } from "./host.js";
import type { RunPlan } from "./plan-run.js";
import { parseActionReference } from "./workflow/action-reference.js";
import { refuseField } from "./workflow/parse-workflow.js";

/**
 * Requests every repository action from the host before anything runs, so that a missing one is reported with its line.
 */
export async function resolveActions(plan: RunPlan, host: RunnerHost): Promise<Outcome<Map<string, string>>> {
  const folders = new Map<string, string>();
  for (const [key, job] of Object.entries(plan.workflow.jobs)) {
    for (const [index, { uses }] of job.steps.entries()) {
      const reference = uses === undefined ? undefined : parseActionReference(uses);
      if (uses === undefined || reference?.kind !== "repository" || folders.has(uses)) continue;
      const folder = await host.resolveAction(reference);
      if (folder === undefined) {
        const field = ["jobs", key, "steps", index, "uses"];
        return { ok: false, refusal: refuseField(plan.file, field, `${uses} is not supported by the local runner`) };
      }
      folders.set(uses, folder);
    }
  }
  return accept(folders);
}
