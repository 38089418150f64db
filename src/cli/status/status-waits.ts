import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Wait } from "../../engine/wait.js";
import type { Escalation } from "../../features/halts/escalation/escalation.js";
import { waitsOfState } from "../../features/status/waits.js";
import { asWritten } from "../../render/plain-text.js";

/** What the state branch tells of halts: the escalation of each halted task, where there is one. */
export type Escalations = ReadonlyMap<TaskId, Escalation>;

/**
 * What a product waits for, as the status comment says it, but with nothing escaped. What only a look at GitHub shows, such
 * as a rule that holds up a merge, is not in it.
 */
export function statusWaits(state: FactoryState, escalations: Escalations): Wait[] {
  return waitsOfState(state, escalations).map((wait) => ({ ...wait, for: asWritten(wait.for) }));
}
