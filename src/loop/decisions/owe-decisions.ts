import type { Effect } from "../../domain/factory/effect.js";
import type { ObservedPull } from "../../domain/factory/observed.js";
import type { TaskId } from "../../domain/ids.js";
import type { TaskState } from "../../domain/state/project-state.js";
import { checkDigest } from "../../render/check-digest.js";
import { GATES_CHECK } from "../../render/check-output.js";
import { taskBranch } from "../branches.js";
import type { Situation } from "../situation.js";
import { BUTTONS } from "./buttons.js";
import { escalationOf } from "./task-reading.js";

/** That a person is asked shows on the pull request itself: label, assignee and check run agree with the card. */
export function oweDecisions(situation: Situation): Effect[] {
  const { state, observed, config } = situation;
  return Object.entries(state.project?.tasks ?? {}).flatMap(([id, task]) => {
    const branch = taskBranch(config.branch_prefix, id);
    const pull = observed.pulls.find((candidate) => candidate.branch === branch);
    if (pull === undefined || pull.number !== task.pull_request) return [];
    return [...marks(situation, task, pull), ...haltCheck(situation, { id, task, pull }), ...closing(task, pull)];
  });
}

/** Whoever asked for the product is assigned while a decision is open, and unassigned when it was made. */
function marks({ state, config }: Situation, { status }: TaskState, pull: ObservedPull): Effect[] {
  const { task, halted } = config.labels;
  const { requester } = state.request;
  const isHalted = status === "HALTED" && pull.state !== "merged";
  const has = (names: readonly string[], name: string) =>
    names.some((candidate) => candidate.toLowerCase() === name.toLowerCase());
  const labels = isHalted ? [task, halted] : [task];
  const labelled = labels.every((label) => has(pull.labels, label)) && has(pull.labels, halted) === isHalted;
  const wasAsked = !isHalted && has(pull.labels, halted);
  if (labelled && (!isHalted || has(pull.assignees, requester))) return [];
  return [
    {
      kind: "keep-marks",
      key: `marks:${pull.number}`,
      issue: pull.number,
      labels,
      ours: [task, halted],
      assign: isHalted ? [requester] : [],
      unassign: wasAsked ? [requester] : [],
    },
  ];
}

/** The head's own check run says that a person is needed, and where the card is. */
function haltCheck(
  situation: Situation,
  { id, task, pull }: { readonly id: TaskId; readonly task: TaskState; readonly pull: ObservedPull },
): Effect[] {
  const escalation = task.status === "HALTED" && pull.state === "open" ? escalationOf(situation, id) : undefined;
  if (escalation === undefined) return [];
  const key = `halt:${escalation.escalation_id}`;
  const check = {
    kind: "keep-check-run",
    key,
    name: GATES_CHECK,
    head: pull.head,
    status: { kind: "completed", conclusion: "action_required" },
    title: "Your decision is needed",
    summary: `${escalation.minimal_decision_required}\n\nThe card that says how is in the conversation of #${pull.number}.`,
    text: "",
    annotations: [],
    actions: BUTTONS,
  } as const;
  const standing = pull.checks.find((candidate) => candidate.key === key);
  return standing?.digest === checkDigest(check) ? [] : [check];
}

/** An abandoned task's pull request is closed; its branch stays as it is. Why is said by `noticeEnded`. */
function closing({ status }: TaskState, pull: ObservedPull): Effect[] {
  if (status !== "ABANDONED" || pull.state !== "open") return [];
  return [{ kind: "close-pull-request", key: `close-${pull.number}`, number: pull.number }];
}
