import type { Effect } from "../../domain/factory/effect.js";
import type { Situation } from "../situation.js";

/** What interface changes owe to the world: a turn of the debate, or a look at who rests on what has shipped. */
export function oweChanges({ state, observed }: Situation): Effect[] {
  const head = observed.defaultHead;
  if (state.project?.status !== "ACTIVE" || head === null) return [];
  return Object.entries(state.interface_changes).flatMap(([exception, { stage, task_id }]): Effect[] => {
    if (stage.stage === "shipped") return [{ kind: "find-consumers", key: `${exception}:consumers`, exception, head }];
    if (stage.stage !== "debating") return [];
    const { move, round, question } = stage;
    const key = `${exception}:${question}`;
    return [{ kind: "debate-contract", key, exception, task: task_id, move, round, question, head }];
  });
}
