import { moduleRef, parseModuleRef } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import type { Reverified } from "../interface-change/rules/interface-change.js";
import { anchorOf, placeTasks } from "../interface-change/rules/version-task.js";
import type { ProjectState } from "../tasks/board/project-state.js";
import { type DeprecationState, migrationPath } from "./deprecation-state.js";

type Migrating = Extract<DeprecationState, { phase: "migrating" }>;

/**
 * Each consumer of a deprecated module is built again on what replaces it, by a task of its own
 * (decisions.md#deprecating-a-module).
 */
export function detectMigration({ state, files, now: at }: Situation, deprecation: Migrating): FactoryEvent[] {
  const { order, consumers } = deprecation;
  const { module_ref } = order;
  const { project } = state;
  if (project?.status !== "ACTIVE") return [{ kind: "deprecation-migrated", at, module_ref, task_ids: [] }];
  if (consumers === null || !migrationPaths(state, deprecation).every((path) => files.has(path))) return [];
  const placings = consumers.map((consumer) => {
    const anchor = homeOf(project.tasks, consumer);
    return { name: migrationName(consumer, order.replacement ?? ""), anchor, depends_on: [], priority: 0 };
  });
  const tasks = orThrow(placeTasks(project.tasks, placings));
  const task_ids = tasks.map(({ task_id }) => task_id);
  return [
    { kind: "project-updated", at, event: { kind: "tasks-added", at, tasks, awaited_by: [] } },
    { kind: "deprecation-migrated", at, module_ref, task_ids },
  ];
}

export function migrationName({ module_ref, version }: Reverified, replacement: string): string {
  return `Move ${moduleRef(parseModuleRef(module_ref).moduleId, version)} to ${replacement}`;
}

/** The files that the tasks are written from. */
export function migrationPaths({ project }: Pick<FactoryState, "project">, { order, consumers }: Migrating): string[] {
  const tasks = project?.tasks ?? {};
  if (consumers === null || Object.keys(tasks).length === 0) return [];
  return consumers.flatMap((consumer) =>
    [migrationPath(order.module_ref, consumer.module_ref), tasks[homeOf(tasks, consumer)]?.path ?? []].flat(),
  );
}

/** The task that built the consumer; for a module of an earlier product the last one of this. */
export function homeOf(tasks: ProjectState["tasks"], { module_ref }: Reverified): string {
  const [last] = Object.entries(tasks).toSorted(([, a], [, b]) => b.declaration_order - a.declaration_order);
  return anchorOf(tasks, module_ref, last?.[0] ?? "");
}
