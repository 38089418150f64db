import type { TaskId } from "../../domain/ids.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { checkDigest } from "../../render/check-digest.js";
import { GATES_CHECK } from "../../render/check-output.js";
import { awaitingAmendment } from "../amendments/amend-contract.js";
import { AMENDMENT_CARDS, amendmentCardKey } from "../amendments/amendment-card.js";
import type { TaskState } from "../tasks/board/project-state.js";
import { WORK_BUTTONS } from "./buttons/buttons.js";

const HALTS = "halt:";

/** The key of the check run of a halt, on the head at which a person is asked. */
export function haltKey({ escalation_ref }: Pick<TaskState, "escalation_ref">): string {
  return `${HALTS}${escalation_ref}`;
}

type Asked = { readonly id: TaskId; readonly task: TaskState; readonly pull: ObservedPull };

/**
 * Updates the check run of a halt that was resolved, so that it asks no person any more. The head may stay for a long
 * time, and for ever if the task was abandoned.
 */
export function answeredChecks({ state }: Pick<Situation, "state">, { id, task, pull }: Asked): Effect[] {
  const open = openKey(state, id, task);
  const isOver = task.status === "ABANDONED" || state.project?.status === "ABORTED";
  return pull.checks
    .filter(({ key }) => key !== open && [HALTS, AMENDMENT_CARDS].some((prefix) => key.startsWith(prefix)))
    .flatMap(({ key, digest }): Effect[] => {
      const check = {
        kind: "keep-check-run",
        key,
        name: GATES_CHECK,
        head: pull.head,
        status: { kind: "completed", conclusion: "neutral" },
        title: "Decided",
        summary: `What was asked here is decided. How it goes on is in the conversation of #${pull.number}.`,
        text: "",
        annotations: [],
        actions: isOver ? [] : WORK_BUTTONS,
      } as const;
      return digest === checkDigest(check) ? [] : [check];
    });
}

function openKey({ project, work }: FactoryState, id: TaskId, task: TaskState): string | undefined {
  if (project?.status === "ABORTED") return undefined;
  if (task.status === "HALTED") return haltKey(task);
  const inWork = task.status === "IN_PROGRESS" ? work[id] : undefined;
  const waiting = inWork === undefined ? undefined : awaitingAmendment(inWork);
  return waiting === undefined ? undefined : amendmentCardKey(waiting.amendment);
}
