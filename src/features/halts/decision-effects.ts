import type { TaskId } from "../../domain/ids.js";
import { taskBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { checkDigest } from "../../render/check-digest.js";
import { GATES_CHECK } from "../../render/check-output.js";
import { plainText } from "../../render/plain-text.js";
import { amendmentCheck } from "../amendments/amendment-check.js";
import { concludedChecks } from "../gate-runs/check-effects.js";
import { isDebated } from "../interface-change/change-waits.js";
import type { TaskState } from "../tasks/board/project-state.js";
import { answeredChecks, haltKey } from "./answered-checks.js";
import { BUTTONS } from "./buttons/buttons.js";
import { haltMarks } from "./halt-marks.js";
import { haltWait } from "./halt-wait.js";
import { escalationOf } from "./task-reading.js";

/** Label, assignee and check run on the pull request show that a person is asked, and agree with the card. */
export function decisionEffects(situation: Situation): Effect[] {
  const { state, observed, config } = situation;
  return Object.entries(state.project?.tasks ?? {}).flatMap(([id, task]) => {
    const branch = taskBranch(config.branch_prefix, id, task);
    const pull = observed.pulls.find((candidate) => candidate.branch === branch);
    if (pull === undefined || pull.number !== task.pull_request) return [];
    return [
      ...haltMarks(situation, id, pull),
      ...answeredChecks(situation, { id, task, pull }),
      // Before the card's own check run: GitHub shows the newer of the two.
      ...lastGates(situation, { id, task, pull }),
      ...haltCheck(situation, { id, task, pull }),
      ...amendmentCheck(situation, { id, pull }),
      ...closing(task, pull),
    ];
  });
}

type Asked = { readonly id: TaskId; readonly task: TaskState; readonly pull: ObservedPull };

/** The gate results on the head at which the task halted. The card's check run hides them later. */
function lastGates(situation: Situation, { id, task, pull }: Asked): Effect[] {
  const work = situation.state.work[id];
  if (task.status !== "HALTED" || pull.state !== "open" || work === undefined) return [];
  if (pull.checks.some(({ key }) => key === haltKey(task))) return [];
  return concludedChecks(situation, { taskId: id, work, pull });
}

/** The check run on the head that says that a person must decide, with a link to the card. */
function haltCheck(situation: Situation, { id, task, pull }: Asked): Effect[] {
  const isAsked = task.status === "HALTED" && situation.state.project?.status !== "ABORTED";
  const escalation = isAsked && pull.state === "open" ? escalationOf(situation, id) : undefined;
  if (escalation === undefined) return [];
  const key = haltKey(task);
  const debated = isDebated(situation.state, id);
  const waitsFor = haltWait(situation, id, escalation).for;
  const check = {
    kind: "keep-check-run",
    key,
    name: GATES_CHECK,
    head: pull.head,
    status: { kind: "completed", conclusion: debated ? "neutral" : "action_required" },
    title: debated ? "A contract is debated" : "Your decision is needed",
    summary: debated
      ? `This waits for ${waitsFor}.`
      : `${plainText(escalation.minimal_decision_required)}\n\nThe card that says how is in the conversation of #${pull.number}.`,
    text: "",
    annotations: [],
    actions: BUTTONS,
  } as const;
  const current = pull.checks.find((candidate) => candidate.key === key);
  return current?.digest === checkDigest(check) ? [] : [check];
}

/** Closes an abandoned task's pull request and keeps its branch. `detectEnded` posts the reason. */
function closing({ status }: TaskState, pull: ObservedPull): Effect[] {
  if (status !== "ABANDONED" || pull.state !== "open") return [];
  return [{ kind: "close-pull-request", key: `close-${pull.number}`, number: pull.number }];
}
