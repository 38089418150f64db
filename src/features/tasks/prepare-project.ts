import { accept, type Outcome } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Prepared } from "../../engine/feature.js";
import type { ProductSpec } from "../spec/product-spec.js";
import { initProject } from "./task-file/init-project.js";
import type { UsedNumbers } from "./task-file/task-id.js";

/** The project of `project-started`, made from the approved draft; the same in the loop and in a replay. */
export function prepareProject(
  draft: ProductSpec,
  event: Extract<FactoryEvent, { kind: "project-started" }>,
  where: { readonly repositoryId: number; readonly branch: string; readonly used: UsedNumbers },
): Outcome<Prepared & { readonly files: readonly FileToWrite[] }> {
  const project = initProject(draft, {
    projectId: `${where.repositoryId}-${draft.spec_id}`,
    startingSha: event.starting_sha,
    branch: where.branch,
    now: event.at,
    used: where.used,
  });
  return project.ok ? accept({ project: project.value.state, files: project.value.taskFiles }) : project;
}
