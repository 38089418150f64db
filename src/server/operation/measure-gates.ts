import type { FactoryEvent } from "../../engine/event.js";
import type { Metrics } from "./metrics.js";

/** Counts the gate runs that a commit has counted: the one that wins the race, so each once over all replicas. */
export function measureGates(events: readonly FactoryEvent[], { gatesJudged }: Pick<Metrics, "gatesJudged">): void {
  for (const event of events) if (event.kind === "gates-measured") gatesJudged(event.measure);
}
