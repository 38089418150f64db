import type { TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import { resolveFailureAction } from "../../domain/validation/taxonomy.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { withoutMarker } from "../../render/marker.js";
import { readYaml } from "../../yaml/yaml.js";
import { amendmentNote } from "../amendments/amendment-note.js";
import { NOTHING } from "../budget/spent.js";
import { checkpointCard } from "../checkpoints/checkpoint-card.js";
import { failedTasks } from "../checkpoints/detect-checkpoint.js";
import { limitsOf } from "../checkpoints/limits-of.js";
import { computeProgressSummary } from "../checkpoints/summary.js";
import type { PendingComment } from "../inbox/pending-comment.js";
import { changeCard, isAboutChange } from "../interface-change/change-card.js";
import { resolutionPath } from "../modules/artifacts/artifact-paths.js";
import { isPaused } from "../pause/is-paused.js";
import { isFinished } from "../spec/reduce-product.js";
import { progressFacts } from "../status/progress-facts.js";
import type { TaskState } from "../tasks/board/project-state.js";
import { cardCommands } from "./card/card-commands.js";
import { cardPayload } from "./card/card-payload.js";
import { decisionCard, decisionCardKey } from "./card/decision-card.js";
import { offeredAnswers } from "./card/offered-answers.js";
import { isUnfinished } from "./card/unfinished.js";
import { precedentOf } from "./decision-paths.js";
import type { Escalation } from "./escalation/escalation.js";
import { Precedent } from "./resolution/precedent.js";
import { strandedNote } from "./stranded-note.js";
import { escalationOf, planOf, taskFileOf } from "./task-reading.js";

/**
 * Detects cards and notes that were not posted yet: for every halt, every checkpoint, and
 * when nothing can start.
 */
export function detectCards(situation: Situation): FactoryEvent[] {
  const { state, now } = situation;
  if (isFinished(state) || isPaused(state)) return [];
  const tasks = Object.entries(state.project?.tasks ?? {});
  const halts = tasks.flatMap(([id, task]) => haltCard(situation, id, task));
  const amendments = tasks.flatMap(([id]) => amendmentNote(situation, id));
  return [...halts, ...amendments, ...checkpointNote(situation), ...strandedNote(situation)]
    .filter(({ key }) => !state.noted.includes(key))
    .map((note) => ({ kind: "person-asked", at: now, note }));
}

function haltCard(situation: Situation, id: TaskId, task: TaskState): PendingComment[] {
  const { state } = situation;
  const escalation = task.status === "HALTED" ? escalationOf(situation, id) : undefined;
  // The file about a halt of this moment is part of the same commit. It is read with the next state.
  if (escalation === undefined || state.noted.includes(decisionCardKey(escalation))) return [];
  const body = isAboutChange(escalation.cause)
    ? changeCard(situation, { ...escalation, cause: escalation.cause }, precedentFor(situation, escalation))
    : cardOf(situation, id, task, escalation);
  if (body === undefined) return [];
  return [saying(decisionCardKey(escalation), task.pull_request ?? state.request.issue, body)];
}

function cardOf(situation: Situation, id: TaskId, task: TaskState, escalation: Escalation): string {
  const { state } = situation;
  const plan = planOf(situation, id);
  const payload = cardPayload(escalation, { taskFile: taskFileOf(situation, id), plan });
  return decisionCard({
    escalation,
    taskTitle: task.task,
    mention: state.request.requester,
    spent: state.spent.tasks[id] ?? NOTHING,
    commands: offeredAnswers(situation, escalation),
    payload,
    isUnfinished: isUnfinished(payload),
    precedent: precedentFor(situation, escalation),
    plan,
    planWarnings: state.work[id]?.plan_warnings ?? [],
  });
}

function precedentFor({ state, files }: Situation, { task_id }: Escalation): Precedent | null {
  const ref = precedentOf(state, task_id);
  const path = ref === undefined ? undefined : resolutionPath(ref);
  const text = path === undefined ? undefined : files.get(path);
  return path === undefined || text === undefined ? null : orThrow(readYaml(path, text, Precedent));
}

/** The key of a checkpoint's card. */
export function checkpointKey(number: number): string {
  return `checkpoint:${number}`;
}

function checkpointNote(situation: Situation): PendingComment[] {
  const { state } = situation;
  const { project } = state;
  const { open } = state.checkpoint;
  if (open === null) return [];
  const key = checkpointKey(open.number);
  const body = checkpointCard({
    key,
    triggers: open.triggers,
    summary: computeProgressSummary(project ?? { tasks: {} }, progressFacts(situation)),
    limits: limitsOf(situation),
    areLimitsSet: state.checkpoint.limits !== null,
    calls: { made: state.spent.project.calls, most: situation.config.budgets.max_calls_per_project },
    changes: project === null ? null : { since: project.starting_sha, branch: project.branch },
    brokenBy: failedTasks(situation),
    atThreshold: resolveFailureAction("budget-threshold", situation.config.failure_actions),
    // The card of the halt mentions the person whose tests fail.
    mention: open.triggers.every((trigger) => trigger === "test-failure" || trigger === "chosen-failure")
      ? null
      : state.request.requester,
    // Before the project starts, there are no tasks to drop or to reorder.
    commands: cardCommands("checkpoint").filter(({ verb }) => project !== null || verb !== "adjust"),
  });
  return [saying(key, state.request.issue, body)];
}

/** The marker is added when the comment is posted; the renderers add it themselves. */
function saying(key: string, issue: number, body: string): PendingComment {
  return { key, issue, body: withoutMarker(body), answers: null };
}
