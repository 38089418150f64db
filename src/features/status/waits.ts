import type { Instant, TaskId } from "../../domain/ids.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { firstFew } from "../../render/first-few.js";
import { plainLine } from "../../render/plain-text.js";
import { amendmentWait, checkpointWaits, haltWait } from "../halts/decision-waits.js";
import { NAMED_ABANDONED, NAMED_STRANDED } from "../halts/stranded-note.js";
import { whyNotMerged } from "../merging/why-not-merged.js";
import type { TaskWork } from "../modules/task-work.js";
import { releaseWaits } from "../release/release-waits.js";
import { shownSpecPull } from "../spec/spec-proposal.js";
import { type DispatchAnswer, selectForDispatch } from "../tasks/board/dispatch.js";
import { undoWaits } from "../undo/undo-waits.js";
import type { Waiting } from "./status-comment.js";
import { workWords } from "./work-words.js";

/** What the loop waits for, in words for the person who could do something about it. Never silence. */
export function waitingFor(situation: Situation): Waiting[] {
  const { state, config } = situation;
  const { project } = state;
  if (project !== null)
    return [
      ...checkpointWaits(situation),
      ...projectWaits(situation, project, config.concurrency),
      ...releaseWaits(situation),
      ...undoWaits(situation),
    ];
  if (state.paused_since !== undefined) return [{ for: "`/factory resume`", since: state.paused_since }];
  return [...checkpointWaits(situation), ...requestWaits(situation)];
}

/** Before there is a project. */
function requestWaits(situation: Situation): Waiting[] {
  const { state, observed } = situation;
  const { product } = state;
  switch (product?.phase) {
    case undefined:
      return [];
    case "waiting-for-spec": {
      const where = `a usable SPEC.md on \`${observed.repository.defaultBranch}\``;
      const what = state.request.lane === "quick" ? "your word in this issue" : where;
      return [{ for: `${what}: ${plainLine(product.why)}`, since: state.updated_at }];
    }
    case "drafting":
      return [{ for: `the draft of round ${product.round.number}`, since: product.round.started_at }];
    case "awaiting-approval":
      return [{ for: specDecision(situation), since: product.shown_at }];
    case "stuck":
      return [
        {
          for: `you: ${plainLine(product.why)} Say \`/factory amend <feedback>\` or \`/factory reject <reasons>\``,
          since: state.updated_at,
        },
      ];
    case "approved":
      return [{ for: specMerge(situation, product.pull_request), since: product.approved_at }];
    case "quick":
      return [{ for: "the project to be laid out", since: product.made_at }];
    case "withdrawn":
      return [];
    default:
      return product satisfies never;
  }
}

function specDecision(situation: Situation): string {
  const pull = shownSpecPull(situation);
  if (pull === undefined) return "the spec's pull request to be opened";
  if (pull.state !== "closed") return `your decision about the spec in #${pull.number}`;
  return `#${pull.number} to be reopened, or \`/factory amend <feedback>\` or \`/factory reject <reasons>\`: it was closed without a decision about the spec`;
}

function specMerge({ observed }: Situation, number: number): string {
  const pull = observed.pulls.find((candidate) => candidate.number === number);
  if (pull?.state === "closed")
    return `the spec's pull request #${number} to be reopened: it was closed before it was merged`;
  const why = pull === undefined ? null : (whyNotMerged(pull) ?? pull.mergeRefused);
  return `the spec's pull request #${number} to be merged${why === null ? "" : `: ${why}`}`;
}

/** A task in work, by the name that people gave it, and what is being done about it. */
function workInHand({ state, observed }: Situation, id: TaskId): string {
  const task = state.project?.tasks[id];
  const work = state.work[id];
  const where = task?.pull_request == null ? "" : ` (#${task.pull_request})`;
  const pull = observed.pulls.find(({ number }) => number === task?.pull_request);
  const why = work === undefined || pull === undefined ? null : mergeWait(work, pull);
  const what = work === undefined ? "" : `: ${workWords(work)}${why === null ? "" : `, but ${why}`}`;
  // Whoever must see to it is told so; a queue that has it goes on by itself.
  const yours = why !== null && pull?.leftQueue != null && pull.mergeBlockedBy === null ? "you: " : "";
  return `${yours}${plainLine(task?.task ?? id)}${where}${what}`;
}

/** A merge that GitHub would not make now: what it waits for (decisions.md#merge-only-what-was-judged). */
function mergeWait({ stage }: TaskWork, pull: ObservedPull): string | null {
  if (stage.stage !== "merging" || pull.state !== "open") return null;
  return whyNotMerged(pull, stage.gates.requested_at) ?? pull.mergeRefused;
}

function projectWaits(
  situation: Situation,
  project: NonNullable<Situation["state"]["project"]>,
  concurrency: number,
): Waiting[] {
  const answer = selectForDispatch(project, { concurrency });
  const since = project.updated_at;
  switch (answer.kind) {
    case "start":
      return answer.tasks.map((task) => ({ for: `${task} to be started`, since }));
    case "waiting":
      return answer.running.map(
        (task) => amendmentWait(situation, task) ?? { for: workInHand(situation, task), since },
      );
    case "halted":
      return answer.halted.map(({ task_id }) => haltWait(situation, task_id));
    case "blocked-by-abandoned":
      return strandedWaits(answer.undecided, since);
    case "all-done":
      return []; // the release says by itself what it waits for
    case "nothing-shipped":
      return [{ for: "you: say `/factory abort`. Every task was abandoned, so there is nothing to release", since }];
    case "not-active":
      return answer.status === "PAUSED" ? [{ for: "`/factory resume`", since }] : [];
    default:
      return answer satisfies never;
  }
}

type Stranded = Extract<DispatchAnswer, { kind: "blocked-by-abandoned" }>["undecided"];

/** One abandoned task can strand hundreds: nobody decides about more than a few at a time. */
function strandedWaits(undecided: Stranded, since: Instant): Waiting[] {
  const named = undecided.slice(0, NAMED_STRANDED).map(({ task_id, abandoned }) => ({
    for: `your decision about ${task_id}, which needs the abandoned ${firstFew(abandoned, NAMED_ABANDONED)}`,
    since,
  }));
  const rest = undecided.length - named.length;
  if (rest === 0) return named;
  return [...named, { for: `your decision about ${rest} more tasks that need abandoned ones`, since }];
}
