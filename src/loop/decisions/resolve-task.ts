import { checkFresh } from "../../commands/staleness.js";
import type { HumanResolution } from "../../domain/decisions/human-resolution.js";
import { checkOutline, isOutline } from "../../domain/decisions/revised-plan.js";
import type { PartIdentity } from "../../domain/decisions/split.js";
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
import { answerTo } from "./answer-to.js";
import { offeredFix } from "./offered-fix.js";
import { type Resolved, resolutionFiles } from "./resolution-files.js";
import { escalationOf } from "./task-reading.js";

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
  return offer.ok ? accept({ intents: [moved, ...offer.value], answer: answerTo(resolved) }) : offer;
}

/** A resolution is for what its author saw; whoever answers an older card is shown the new one (DESIGN, 7). */
function checkCardSeen(situation: Situation, task: TaskId, comment: ObservedComment): Outcome<null> {
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

function checkPossible(situation: Situation, task: TaskId, resolution: HumanResolution): Outcome<null> {
  const work = situation.state.work[task];
  const halted = situation.state.project?.tasks[task]?.status === "HALTED";
  if (!halted || work === undefined) return accept(null); // the state machine says what is wrong
  const reentry = checkReentry(work, resolution.action);
  if (!reentry.ok) return reentry;
  switch (resolution.action) {
    case "APPROVE_OVERRIDE":
    case "PROVIDE_FIX":
    case "PROVIDE_PUSHED_FIX":
      return checkOpen(situation, task);
    case "REVISE_PLAN": {
      const plan = resolution.revised_micro_plan;
      const outline = isOutline(plan) ? checkOutline(plan) : accept(plan);
      return outline.ok ? accept(null) : outline;
    }
    default:
      return accept(null);
  }
}

/** Work that goes on where it is needs its branch and its pull request. */
function checkOpen({ observed, config, state }: Situation, task: TaskId): Outcome<null> {
  const branch = taskBranch(config.branch_prefix, task);
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
