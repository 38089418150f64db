import { Config } from "../../domain/config/config.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import type { Wait, WaitView } from "../../engine/wait.js";
import { baselineWaits } from "../baseline/baseline-waits.js";
import { checkpointWaits } from "../checkpoints/checkpoint-waits.js";
import { deprecationWaits } from "../deprecation/deprecation-waits.js";
import type { Escalation } from "../halts/escalation/escalation.js";
import { escalationOf } from "../halts/task-reading.js";
import { pauseWait } from "../pause/pause-wait.js";
import { releaseWaits } from "../release/release-waits.js";
import { specWaits } from "../spec/spec-waits.js";
import { type EscalationOf, taskWaits } from "../tasks/task-waits.js";
import { undoWaits } from "../undo/undo-waits.js";

/** What the loop waits for. Never silence (decisions.md#never-silence). */
export function waitingFor(situation: Situation): Wait[] {
  return allWaits(situation, (task) => escalationOf(situation, task));
}

/**
 * The same for somebody who has the state branch alone. The configuration is on another branch: how many tasks may run side
 * by side matters only while none does.
 */
export function waitsOfState(state: FactoryState, escalations: ReadonlyMap<TaskId, Escalation>): Wait[] {
  return allWaits({ state, config: Config.parse({}), observed: null }, (task) => escalations.get(task));
}

function allWaits(view: WaitView, why: EscalationOf): Wait[] {
  const { project, paused_since } = view.state;
  if (project !== null)
    return [
      ...checkpointWaits(view),
      ...taskWaits(view, project, why),
      ...baselineWaits(view),
      ...releaseWaits(view),
      ...deprecationWaits(view),
      ...undoWaits(view),
    ];
  if (paused_since !== undefined) return [pauseWait(paused_since)];
  return [...checkpointWaits(view), ...specWaits(view)];
}
