import { checkFresh } from "../../commands/staleness.js";
import type { HumanResolution } from "../../domain/decisions/human-resolution.js";
import { checkOutline, isOutline } from "../../domain/decisions/revised-plan.js";
import type { PartIdentity } from "../../domain/decisions/split.js";
import { checkSplit } from "../../domain/exceptions/check-split.js";
import type { Intent } from "../../domain/factory/intent.js";
import type { ObservedComment } from "../../domain/factory/observed.js";
import { reduce } from "../../domain/factory/reduce.js";
import { digestOf } from "../../domain/hash.js";
import type { TaskId } from "../../domain/ids.js";
import { identifySplitParts } from "../../domain/project/split-task.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { checkReentry } from "../../domain/work/reenter-work.js";
import { decisionCardKey } from "../../render/decision-card.js";
import { markerIn } from "../../render/marker.js";
import { taskBranch } from "../branches.js";
import type { Situation } from "../situation.js";
import { isQuiet } from "../words/quiet.js";
import { isMergedMismatch } from "../work/judged-tree.js";
import { answerTo, answerToKept } from "./answer-to.js";
import { offeredFix } from "./offered-fix.js";
import { type Resolved, resolutionFiles } from "./resolution-files.js";
import { escalationOf, taskFileOf } from "./task-reading.js";
import { checkTasks } from "./tasks-to-decide.js";

/** A person's decision about one task, and the comment it was given in. */
export type Decided = {
  readonly task: TaskId | null;
  readonly resolution: HumanResolution;
  readonly comment: ObservedComment;
};

export type ResolvedTask = { readonly intents: readonly Intent[]; readonly answer: string };

/** What a resolution makes happen, all of it in one state commit; or why not, and then nothing happens. */
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
  };
  const moved: Intent = { kind: "project-moved", at: situation.now, move: resolved };
  const after = reduce(situation.state, moved);
  if (!after.ok) return after;
  const files = resolutionFiles(situation, resolved);
  if (!files.ok) return files;
  const offer = fixIntents(situation, task, resolution);
  if (!offer.ok) return offer;
  const answer = isMergedUnkept(situation, task) ? answerToKept(task) : answerTo(resolved);
  return accept({ intents: [moved, ...offer.value], answer });
}

/** Whether there is such a task, in a project in which something can still be decided about it. */
function checkKnown({ state }: Situation, task: TaskId): Outcome<null> {
  const tasks = checkTasks(state);
  if (!tasks.ok) return tasks;
  if (state.project?.tasks[task] !== undefined) return accept(null);
  return refuse("unknown-task", `There is no task ${task} here: the status comment lists them all.`, { task_id: task });
}

/** A resolution is for what its author saw; whoever answers an older card is shown the new one (DESIGN, 7). */
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

/** What is decided about is merged, and may not count as shipped before somebody says so. */
function isMergedUnkept({ state }: Situation, task: TaskId): boolean {
  const work = state.work[task];
  return state.project?.tasks[task]?.status === "HALTED" && work !== undefined && isMergedMismatch(work);
}

function checkPossible(situation: Situation, task: TaskId, resolution: HumanResolution): Outcome<null> {
  if (isMergedUnkept(situation, task)) return checkKept(task, resolution);
  const splittable =
    resolution.action === "SPLIT_TASK" ? checkSplit(situation.state.agreed_versions, task) : accept(null);
  if (!splittable.ok) return splittable;
  const work = situation.state.work[task];
  const halted = situation.state.project?.tasks[task]?.status === "HALTED";
  if (!halted || work === undefined) return accept(null); // the state machine says what is wrong
  const reentry = checkReentry(work, resolution.action);
  if (!reentry.ok) return reentry;
  const sayable = checkSayable(situation, task, resolution);
  if (!sayable.ok) return sayable;
  switch (resolution.action) {
    case "APPROVE_OVERRIDE":
    case "PROVIDE_FIX":
    case "PROVIDE_PUSHED_FIX":
      return checkOpen(situation, task);
    case "AMEND_SPEC":
      return checkChanged(situation, task, resolution.amended_acceptance_criteria);
    case "REVISE_PLAN": {
      const plan = resolution.revised_micro_plan;
      const outline = isOutline(plan) ? checkOutline(plan) : accept(plan);
      return outline.ok ? accept(null) : outline;
    }
    default:
      return accept(null);
  }
}

/** What asks a role again would halt again at once, with one more card, where no more may be said (DESIGN, security rule 6). */
const ASKING_NOBODY: readonly HumanResolution["action"][] = ["APPROVE_OVERRIDE", "SPLIT_TASK", "ABANDON_TASK"];

function checkSayable(situation: Situation, task: TaskId, { action }: HumanResolution): Outcome<null> {
  if (ASKING_NOBODY.includes(action) || !isQuiet(situation, task)) return accept(null);
  const { max_comments_per_task: limit } = situation.config.budgets;
  return refuse(
    "comments-exhausted",
    `${task} has the ${limit} comments and reviews that it may have, so it would halt again at once. Raise \`budgets.max_comments_per_task\` in \`.factory/config.yml\` on the default branch and say this again, or split or abandon the task.`,
    { task_id: task, limit },
  );
}

/** With the same criteria the task would halt where it has halted: whoever wants that says `/factory retry`. */
function checkChanged(situation: Situation, task: TaskId, amended: readonly string[]): Outcome<null> {
  const criteria = taskFileOf(situation, task)?.acceptance_criteria ?? [];
  const isSame = criteria.length === amended.length && criteria.every((line, index) => line === amended[index]?.trim());
  if (!isSame) return accept(null);
  return refuse(
    "criteria-unchanged",
    `These are the acceptance criteria of ${task} already, so nothing would be different. Change the one that cannot be met, or add one that says what was left open, and send it again; \`/factory retry\` tries once more with the same.`,
    { task_id: task },
  );
}

/** Work that was begun again, or given up, would leave a merge on the base that nobody decided to keep. */
function checkKept(task: TaskId, { action }: HumanResolution): Outcome<null> {
  if (action === "APPROVE_OVERRIDE") return accept(null);
  return refuse(
    "merged-already",
    `It is merged: \`/factory override\` keeps it; to take it back, override and then \`/factory undo ${task}\`.`,
    { task_id: task },
  );
}

/** Work that goes on where it is needs its branch and its pull request. */
function checkOpen({ observed, config, state }: Situation, task: TaskId): Outcome<null> {
  const branch = taskBranch(config.branch_prefix, task, state.project?.tasks[task]);
  const pull = observed.pulls.find((candidate) => candidate.branch === branch);
  if (pull?.state === "open") return accept(null);
  const number = pull?.number ?? state.project?.tasks[task]?.pull_request;
  return refuse(
    "pull-closed",
    `#${number} is not open, so the work on it cannot go on: reopen it and repeat the command, or say \`/factory retry\`.`,
    { number },
  );
}

function identify({ state }: Situation, task: TaskId, resolution: HumanResolution): Outcome<PartIdentity[]> {
  if (resolution.action !== "SPLIT_TASK" || state.project === null) return accept([]);
  const names = resolution.new_tasks.map(({ name }) => name);
  return identifySplitParts(state.project.tasks, task, names);
}

function fixIntents(situation: Situation, task: TaskId, resolution: HumanResolution): Outcome<Intent[]> {
  if (resolution.action !== "PROVIDE_FIX") return accept([]);
  const offered = offeredFix(situation, task, resolution);
  if (!offered.ok) return offered;
  return accept([{ kind: "work-moved", at: situation.now, task_id: task, move: offered.value.move }]);
}
