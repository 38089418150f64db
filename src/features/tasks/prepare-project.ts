import { accept, type Outcome } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Prepared } from "../../engine/feature.js";
import type { Situation } from "../../engine/situation.js";
import { draftOf } from "../spec/draft-of.js";
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

type Started = { readonly prepared: Prepared; readonly files: readonly FileToWrite[] };

/** A project is computed from the approved draft in the same commit as the event that starts it. */
export function startedProject(situation: Situation, event: FactoryEvent): Started {
  const draft = event.kind === "project-started" ? draftOf(situation) : null;
  if (event.kind !== "project-started" || draft === null) return { prepared: {}, files: [] };
  const { state, observed } = situation;
  const { id: repositoryId, defaultBranch: branch } = observed.repository;
  const started = prepareProject(draft, event, { repositoryId, branch, used: state.used_tasks });
  // validateSpec ran before anybody could approve, so a refusal here is a bug and not a person's mistake.
  if (!started.ok) throw new Error(started.refusal.message);
  const { files, ...prepared } = started.value;
  return { prepared, files };
}
