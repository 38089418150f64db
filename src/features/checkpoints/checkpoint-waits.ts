import type { UndatedWait, Wait, WaitView } from "../../engine/wait.js";
import { isPaused } from "../pause/is-paused.js";
import { isFinished } from "../spec/reduce-product.js";
import type { CheckpointTrigger } from "./checkpoint.js";

const CONTINUE = "/factory continue";
const BUDGET = "/factory budget <usd>";

/** The answer to an open checkpoint. */
export function checkpointWaits({ state }: Pick<WaitView, "state">): Wait[] {
  const { open, limits } = state.checkpoint;
  if (open === null || isPaused(state) || isFinished(state)) return [];
  return [{ ...answerAwaited(open.triggers, limits !== null), since: open.opened_at }];
}

function answerAwaited(triggers: readonly CheckpointTrigger[], areLimitsSet: boolean): UndatedWait {
  if (triggers.includes("budget-exhausted")) {
    const inFile = `, or \`${CONTINUE}\` once \`budgets.hard_usd\` in \`.factory/config.yml\` is raised`;
    const words = `\`${BUDGET}\`${areLimitsSet ? "" : inFile}: the hard limit is reached`;
    return { who: "person", for: words, commands: areLimitsSet ? [BUDGET] : [BUDGET, CONTINUE] };
  }
  const words = triggers.includes("calls-exhausted")
    ? `\`${CONTINUE}\`, once \`budgets.max_calls_per_project\` in \`.factory/config.yml\` is raised: the calls are used up`
    : `\`${CONTINUE}\`, or another answer to the checkpoint above`;
  return { who: "person", for: words, commands: [CONTINUE] };
}
