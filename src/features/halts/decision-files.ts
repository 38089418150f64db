import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { resolutionFiles } from "./resolution/resolution-files.js";

/** Refused before it became an event, if at all: one that cannot be written down now was never checked. */
export function decisionFiles(situation: Situation, event: FactoryEvent): readonly FileToWrite[] {
  if (event.kind !== "project-updated" || event.event.kind !== "escalation-resolved") return [];
  const files = resolutionFiles(situation, event.event);
  if (!files.ok) throw new Error(files.refusal.message);
  return files.value;
}
