import { Contract } from "../../domain/contract/contract.js";
import { orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { textAt } from "../gate-runs/red-lock.js";
import { taskFileAt } from "../interface-change/change-reading.js";
import { migrationTaskFile } from "../interface-change/rules/version-task.js";
import { renderTaskFile } from "../tasks/task-file/render-task-file.js";
import { migrationPath } from "./deprecation-state.js";
import { homeOf, migrationName } from "./detect-migration.js";

/** The files of the tasks that move a deprecated module's consumers, in the commit that adds them. */
export function migrationFiles(
  situation: Situation,
  { module_ref, task_ids }: Extract<FactoryEvent, { kind: "deprecation-migrated" }>,
): FileToWrite[] {
  const { state, files } = situation;
  const found = state.deprecations.find(({ order }) => order.module_ref === module_ref);
  const tasks = state.project?.tasks ?? {};
  // The tasks of before: the new ones have no files yet.
  const others = Object.fromEntries(Object.entries(tasks).filter(([id]) => !task_ids.includes(id)));
  return task_ids.map((task, index) => {
    const consumer = found?.phase === "migrating" ? found.consumers?.[index] : undefined;
    const path = tasks[task]?.path;
    if (found === undefined || consumer === undefined || path === undefined)
      throw new TypeError(`${module_ref} has no consumer that ${task} moves`);
    const contractPath = migrationPath(module_ref, consumer.module_ref);
    const text = renderTaskFile(
      orThrow(
        migrationTaskFile(taskFileAt(situation, tasks[homeOf(others, consumer)]?.path ?? ""), task, {
          name: migrationName(consumer, found.order.replacement ?? ""),
          contract: orThrow(readYaml(contractPath, textAt(files, contractPath), Contract)),
          order: found.order,
        }),
      ),
    );
    return { path, text };
  });
}
