import { checkFresh } from "../../../commands/staleness.js";
import { reachableFrom } from "../../../domain/graph.js";
import { digestOf } from "../../../domain/hash.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { FactoryEvent } from "../../../engine/event.js";
import type { ObservedComment } from "../../../engine/observation.js";
import { reduce } from "../../../engine/reduce.js";
import type { Situation } from "../../../engine/situation.js";
import { markerIn } from "../../../render/marker.js";
import { commentLimitReached } from "../../inbox/comment-limit.js";
import { builderAwaited } from "../../interface-change/rules/interface-change.js";
import type { TaskEvent } from "../../modules/task-event.js";
import { identifySplitParts } from "../../tasks/task-file/split-task.js";
import { answerTo, answerToKept } from "../answer-to.js";
import { decisionCardKey } from "../card/decision-card.js";
import { checkPossible, isMergedUnkept } from "../check-possible.js";
import { askedNext, checkShippable } from "../check-shippable.js";
import { offeredFix } from "../fix/offered-fix.js";
import { keptPart } from "../kept-part.js";
import { escalationOf } from "../task-reading.js";
import { checkTasks } from "../tasks-to-decide.js";
import { restName } from "./divide-task.js";
import type { HumanResolution } from "./human-resolution.js";
import { RESOLUTION_EFFECTS } from "./resolution-effects.js";
import { type Resolved, resolutionFiles } from "./resolution-files.js";
import type { PartIdentity } from "./split.js";

/** A person's decision about one task, and its comment. */
export type Decided = {
  readonly task: TaskId | null;
  readonly resolution: HumanResolution;
  readonly comment: ObservedComment;
};

export type ResolvedTask = { readonly events: readonly FactoryEvent[]; readonly answer: string };

/** The events of a resolution, all in one state commit; or why it is impossible. */
export function resolveTask(situation: Situation, { task, resolution, comment }: Decided): Outcome<ResolvedTask> {
  if (task === null)
    return refuse("which-task", "Say which task: its id, `T-...`, as the first word after the command.");
  const known = checkKnown(situation, task);
  if (!known.ok) return known;
  const seen = checkCardSeen(situation, task, comment);
  if (!seen.ok) return seen;
  const possible = checkPossible(situation, task, resolution);
  if (!possible.ok) return possible;
  const identities = identify(situation, task, resolution);
  if (!identities.ok) return identities;
  const resolved: Resolved = {
    kind: "escalation-resolved",
    at: situation.now,
    task_id: task,
    escalation_ref: situation.state.project?.tasks[task]?.escalation_ref ?? null,
    resolution,
    identities: identities.value,
    by: comment.author.login,
    comment: comment.id,
    ...awaited(situation, task, resolution),
    ...(commentLimitReached(situation, task) ? { comments_anew: true } : {}),
  };
  const updated: FactoryEvent = { kind: "project-updated", at: situation.now, event: resolved };
  const after = reduce(situation.state, updated);
  if (!after.ok) return after;
  const asked = askedNext(after.value.work[task]);
  const shippable = resolution.action === "APPROVE_OVERRIDE" ? checkShippable(situation, task, asked) : accept(null);
  if (!shippable.ok) return shippable;
  const files = resolutionFiles(situation, resolved);
  if (!files.ok) return files;
  const work = workEvents(situation, resolved);
  if (!work.ok) return work;
  const answer = isMergedUnkept(situation, task) ? answerToKept(task) : answerTo(resolved, asked);
  return accept({ events: [updated, ...work.value], answer });
}

/**
 * Another change of the same contract is in progress. Without its version the task would halt again at the same point.
 */
function awaited({ state }: Situation, task: TaskId, { action }: HumanResolution): Pick<Resolved, "awaits"> {
  const builder = builderAwaited(state.interface_changes, task);
  if (builder === undefined || RESOLUTION_EFFECTS[action].to !== "PENDING") return {};
  const edges = new Map(Object.entries(state.project?.tasks ?? {}).map(([id, { depends_on }]) => [id, depends_on]));
  // The task cannot wait for a version that depends on the task itself.
  return edges.has(builder) && !reachableFrom([builder], edges).has(task) ? { awaits: [builder] } : {};
}

/** Whether the task exists, in a project in which decisions are still possible. */
function checkKnown({ state }: Situation, task: TaskId): Outcome<null> {
  const tasks = checkTasks(state);
  if (!tasks.ok) return tasks;
  if (state.project?.tasks[task] !== undefined) return accept(null);
  return refuse("unknown-task", `There is no task ${task} here: the status comment lists them all.`, { task_id: task });
}

/**
 * A resolution is for what its author saw. An answer to an older card is refused with a link to the new one
 * (decisions.md#stale-answers).
 */
export function checkCardSeen(situation: Situation, task: TaskId, comment: ObservedComment): Outcome<null> {
  const ref = situation.state.project?.tasks[task]?.escalation_ref ?? null;
  if (ref === null) return accept(null);
  const changedAt = escalationOf(situation, task)?.created_at ?? situation.now;
  const fresh = checkFresh("card", { at: comment.createdAt, digest: null }, { digest: digestOf(ref), changedAt });
  if (fresh.ok) return fresh;
  return refuse(fresh.refusal.code, `${fresh.refusal.message} ${linkToCard(situation, task, ref)}`, {
    ...fresh.refusal.details,
    card: ref,
  });
}

function linkToCard({ state, observed }: Situation, task: TaskId, escalation_id: string): string {
  const key = decisionCardKey({ escalation_id });
  const number = state.project?.tasks[task]?.pull_request ?? state.request.issue;
  const card = observed.comments.find(({ own, body }) => own && markerIn(body) === key);
  return card === undefined ? `It is in #${number}.` : `It is in #${number}: [the card](#issuecomment-${card.id}).`;
}

function identify({ state }: Situation, task: TaskId, resolution: HumanResolution): Outcome<PartIdentity[]> {
  if (state.project === null) return accept([]);
  const names = partNames(state.project.tasks[task]?.task ?? task, resolution);
  return names.length === 0 ? accept([]) : identifySplitParts(state.project.tasks, task, names);
}

/** The names of the new tasks. */
function partNames(task: string, resolution: HumanResolution): string[] {
  switch (resolution.action) {
    case "SPLIT_TASK":
    case "KEEP_AND_SPLIT":
      return resolution.new_tasks.map(({ name }) => name);
    case "KEEP_AND_ABANDON":
      return [restName(task)];
    default:
      return [];
  }
}

/** The events of the work in the same commit. */
function workEvents(situation: Situation, resolved: Resolved): Outcome<FactoryEvent[]> {
  const { task_id, resolution } = resolved;
  const updated = (event: TaskEvent): FactoryEvent => ({ kind: "work-updated", at: situation.now, task_id, event });
  switch (resolution.action) {
    case "PROVIDE_FIX": {
      const offered = offeredFix(situation, task_id, resolution);
      return offered.ok ? accept([updated(offered.value.event)]) : offered;
    }
    case "KEEP_AND_ABANDON":
    case "KEEP_AND_SPLIT": {
      const kept = keptPart(situation, resolved);
      return kept.ok ? accept([updated(kept.value.event)]) : kept;
    }
    default:
      return accept([]);
  }
}
