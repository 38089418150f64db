import { Sha } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";
import { ProjectEvent } from "./board/project-event.js";

export const TASK_EVENTS = [
  event("project-started", { starting_sha: Sha }),
  /** An event of the project, with its own instant. */
  event("project-updated", { event: ProjectEvent }),
] as const;
