import { FEATURES } from "../features/features.js";
import type { FileToWrite } from "./effects/effect-parts.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { Prepared } from "./feature.js";
import { type DecisionInput, situationIn } from "./situation.js";

/** What an event is reduced with, and the files that go into the commit with it: all of it or nothing. */
export function prepare(
  input: DecisionInput,
  state: FactoryState | null,
  event: FactoryEvent,
): Prepared & { files: readonly FileToWrite[] } {
  if (state === null) return { files: [] };
  const situation = situationIn(input, state);
  const prepared: Prepared[] = FEATURES.map((feature) => feature.prepare?.(situation, event) ?? {});
  return Object.assign({ files: FEATURES.flatMap(({ files }) => files?.(situation, event) ?? []) }, ...prepared);
}
