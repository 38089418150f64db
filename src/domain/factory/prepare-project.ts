import { initProject } from "../project/init-project.js";
import type { UsedNumbers } from "../project/task-id.js";
import { accept, type Outcome } from "../refusal.js";
import type { ProductSpec } from "../spec/product-spec.js";
import type { FileToWrite } from "./effect.js";
import type { Intent } from "./intent.js";
import type { Prepared } from "./reduce.js";

/** The project that `project-started` starts, from the draft that was approved; the same in the loop and in a replay. */
export function prepareProject(
  draft: ProductSpec,
  intent: Extract<Intent, { kind: "project-started" }>,
  where: { readonly repositoryId: number; readonly branch: string; readonly used: UsedNumbers },
): Outcome<Prepared & { readonly files: readonly FileToWrite[] }> {
  const project = initProject(draft, {
    projectId: `${where.repositoryId}-${draft.spec_id}`,
    startingSha: intent.starting_sha,
    branch: where.branch,
    now: intent.at,
    used: where.used,
  });
  return project.ok ? accept({ project: project.value.state, files: project.value.taskFiles }) : project;
}
