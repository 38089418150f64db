import type { TaskId } from "../../domain/ids.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { asksAboutContract } from "../amendments/amendment-check.js";
import { isDebated } from "../interface-change/change-waits.js";

/** Whether a person is asked about a task in this pull request. After the end of a product nothing is asked. */
export function asksThere(state: FactoryState, id: TaskId, { number }: Pick<ObservedPull, "number">): boolean {
  const task = state.project?.tasks[id];
  if (task === undefined || task.pull_request !== number || state.project?.status === "ABORTED") return false;
  // While the roles debate a contract, no person is asked.
  return (task.status === "HALTED" && !isDebated(state, id)) || asksAboutContract(state, id);
}

/** Whether the pull request is marked as asking a person. */
export function isMarked({ config }: Pick<Situation, "config">, { labels }: Pick<ObservedPull, "labels">): boolean {
  return has(labels, config.labels.halted);
}

/** Assigns the person who requested the product while a decision is open, and unassigns them afterwards. */
export function haltMarks({ state, config }: Situation, id: TaskId, pull: ObservedPull): Effect[] {
  const { task, halted } = config.labels;
  const { requester } = state.request;
  const isAsked = asksThere(state, id, pull);
  const wasAsked = !isAsked && isMarked({ config }, pull);
  const labels = isAsked ? [task, halted] : [task];
  const labelled = labels.every((label) => has(pull.labels, label)) && !wasAsked;
  if (labelled && (!isAsked || has(pull.assignees, requester))) return [];
  return [
    {
      kind: "keep-marks",
      key: `marks:${pull.number}`,
      issue: pull.number,
      labels,
      ours: [task, halted],
      assign: isAsked ? [requester] : [],
      unassign: wasAsked ? [requester] : [],
    },
  ];
}

function has(names: readonly string[], name: string): boolean {
  return names.some((candidate) => candidate.toLowerCase() === name.toLowerCase());
}
