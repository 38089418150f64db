import type { NamedText } from "../../context/sections/role-facts.js";
import { moduleRef, parseModuleRef, type TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";

/** What was decided about a task before this attempt, for planner and proposer: a Challenger sees no adjudication. */
export function priorRulings(state: FactoryState, task: TaskId): NamedText[] {
  const rejected = state.work[task]?.rejected_before ?? [];
  return [
    ...rejected.map(({ module, adjudication_id, rationale }) => ({
      name: `the Arbiter rejected ${module} in an earlier attempt (${adjudication_id})`,
      text: rationale,
    })),
    ...changeRulings(state, task),
  ];
}

/** The outcomes of the interface changes that a task requested, for the next role. */
export function changeRulings({ interface_changes }: FactoryState, task: TaskId): NamedText[] {
  return Object.entries(interface_changes).flatMap(([id, { task_id, target_module, stage }]): NamedText[] => {
    if (task_id !== task) return [];
    if (stage.stage === "rejected") {
      const text = `${id} asked to change it. ${stage.by} rejected that: ${stage.reason}\nFind a way within its contract.`;
      return [{ name: `${target_module} stays as it is`, text }];
    }
    if (!("version" in stage)) return [];
    const built = moduleRef(parseModuleRef(target_module).moduleId, stage.version);
    const text = `${id} asked for it because ${target_module} was not enough. Build on ${built}.`;
    return [{ name: `${built} was made for this task`, text }];
  });
}
