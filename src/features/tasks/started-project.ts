import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Prepared } from "../../engine/feature.js";
import type { Situation } from "../../engine/situation.js";
import { draftOf } from "../spec/draft-of.js";
import { prepareProject } from "./prepare-project.js";

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
