import { Precedent } from "../../domain/decisions/precedent.js";
import type { Escalation } from "../../domain/escalation/escalation.js";
import type { OwedSaying } from "../../domain/factory/factory-state.js";
import type { Intent } from "../../domain/factory/intent.js";
import type { TaskId } from "../../domain/ids.js";
import { computeProgressSummary } from "../../domain/progress/summary.js";
import type { TaskState } from "../../domain/state/project-state.js";
import { resolutionPath } from "../../domain/work/artifact-paths.js";
import { checkpointCard } from "../../render/checkpoint-card.js";
import { decisionCard, decisionCardKey } from "../../render/decision-card.js";
import { readYaml } from "../../yaml.js";
import type { Situation } from "../situation.js";
import { orThrow } from "../work/red-lock.js";
import { cardCommands } from "./card-commands.js";
import { cardPayload } from "./card-payload.js";
import { limitsOf } from "./notice-checkpoint.js";
import { strandedNote } from "./stranded-note.js";
import { escalationOf, planOf, taskFileOf } from "./task-reading.js";

/** Cards that a person has not been given yet: for every halt, every checkpoint, and when nothing can start. Each once. */
export function noticeCards(situation: Situation): Intent[] {
  const { state, now } = situation;
  if (state.project?.status !== "ACTIVE") return [];
  const halts = Object.entries(state.project.tasks).flatMap(([id, task]) => haltCard(situation, id, task));
  return [...halts, ...checkpointNote(situation), ...strandedNote(situation)]
    .filter(({ key }) => !state.noted.includes(key))
    .map((note) => ({ kind: "person-asked", at: now, note }));
}

function haltCard(situation: Situation, id: TaskId, task: TaskState): OwedSaying[] {
  const { state } = situation;
  const escalation = task.status === "HALTED" ? escalationOf(situation, id) : undefined;
  // A halt of this very moment is explained by a file of this very commit: it is read with the state that says so.
  if (escalation === undefined || state.noted.includes(decisionCardKey(escalation))) return [];
  const body = decisionCard({
    escalation,
    taskTitle: task.task,
    mention: state.request.requester,
    spentUsd: state.spent.tasks[id]?.known_usd ?? 0,
    commands: cardCommands("halted task"),
    payload: cardPayload(escalation, { taskFile: taskFileOf(situation, id), plan: planOf(situation, id) }),
    precedent: precedentOf(situation, escalation),
  });
  return [saying(decisionCardKey(escalation), task.pull_request ?? state.request.issue, body)];
}

function precedentOf({ state, files }: Situation, { cause }: Escalation): Precedent | null {
  const ref = state.precedents[cause.kind];
  const path = ref === undefined ? undefined : resolutionPath(ref);
  const text = path === undefined ? undefined : files.get(path);
  return path === undefined || text === undefined ? null : orThrow(readYaml(path, text, Precedent));
}

/** Under which a checkpoint's card is said. */
export function checkpointKey(number: number): string {
  return `checkpoint:${number}`;
}

function checkpointNote(situation: Situation): OwedSaying[] {
  const { state } = situation;
  const { open } = state.checkpoint;
  if (open === null || state.project === null) return [];
  const key = checkpointKey(open.number);
  const spent_usd = state.spent.project.known_usd;
  const facts = { spent_usd, forecast_usd: null, changed_files: [], fix_cycles: 0 };
  const body = checkpointCard({
    key,
    triggers: open.triggers,
    summary: computeProgressSummary(state.project, facts),
    limits: limitsOf(situation),
    mention: state.request.requester,
    commands: cardCommands("checkpoint"),
  });
  return [saying(key, state.request.issue, body)];
}

/** The marker is put on where it is said; the renderers carry it themselves. */
function saying(key: string, issue: number, body: string): OwedSaying {
  return { key, issue, body: body.replace(/^<!-- factory:[^\n]* -->\n/, ""), answers: null };
}
