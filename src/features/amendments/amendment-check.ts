import type { TaskId } from "../../domain/ids.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { checkDigest } from "../../render/check-digest.js";
import { GATES_CHECK } from "../../render/check-output.js";
import { PAUSE_ONLY } from "../halts/buttons/buttons.js";
import { awaitingAmendment } from "./amend-contract.js";
import { amendmentCardKey, amendmentSentence } from "./amendment-card.js";

/** Whether a person is asked about the contract of one of this task's modules. */
export function asksAboutContract({ project, work }: FactoryState, task: TaskId): boolean {
  const inWork = work[task];
  const isRunning = project?.tasks[task]?.status === "IN_PROGRESS";
  return isRunning && inWork !== undefined && awaitingAmendment(inWork) !== undefined;
}

/** The check run on the head that says that a person must decide, with a link to the card. */
export function amendmentCheck(
  { state }: Situation,
  { id, pull }: { readonly id: TaskId; readonly pull: ObservedPull },
): Effect[] {
  const work = state.work[id];
  const waiting = work === undefined || !asksAboutContract(state, id) ? undefined : awaitingAmendment(work);
  if (waiting === undefined || pull.state !== "open") return [];
  const key = amendmentCardKey(waiting.amendment);
  const check = {
    kind: "keep-check-run",
    key,
    name: GATES_CHECK,
    head: pull.head,
    status: { kind: "completed", conclusion: "action_required" },
    title: "Your decision is needed",
    summary: `${amendmentSentence(waiting.module.module_ref)}\n\nThe card that says how is in the conversation of #${pull.number}.`,
    text: "",
    annotations: [],
    actions: PAUSE_ONLY,
  } as const;
  const current = pull.checks.find((candidate) => candidate.key === key);
  return current?.digest === checkDigest(check) ? [] : [check];
}
