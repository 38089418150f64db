import { Config } from "../../domain/config/config.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { awaitingAmendment } from "../../features/amendments/amend-contract.js";
import { amendmentSentence } from "../../features/amendments/amendment-card.js";
import { VERB_OF } from "../../features/halts/card/decision-card.js";
import { checkpointWaits } from "../../features/halts/decision-waits.js";
import type { Escalation } from "../../features/halts/escalation/escalation.js";
import { changeWait } from "../../features/interface-change/change-waits.js";
import { isPaused } from "../../features/pause/is-paused.js";
import { tryAgain } from "../../features/release/release-refusal.js";
import type { ReleaseState } from "../../features/release/rules/release-state.js";
import type { Waiting } from "../../features/status/status-comment.js";
import { workWords } from "../../features/status/work-words.js";
import { selectForDispatch } from "../../features/tasks/board/dispatch.js";
import type { ProjectState } from "../../features/tasks/board/project-state.js";

/** What the state branch tells of halts: the escalation of each halted task, where there is one. */
export type Escalations = ReadonlyMap<TaskId, Escalation>;

/**
 * What a product waits for, as the status comment says it: a person's turn begins with "you", "your" or the command to say.
 * What only a look at GitHub shows, such as a rule that holds up a merge, is not in it.
 */
export function statusWaits(state: FactoryState, escalations: Escalations): Waiting[] {
  const { project, paused_since } = state;
  if (project === null && paused_since !== undefined) return [{ for: "`/factory resume`", since: paused_since }];
  if (project === null) return [...checkpointWaits({ state }), ...requestWaits(state)];
  return [
    ...checkpointWaits({ state }),
    ...projectWaits(state, project, escalations),
    ...baselineWaits(state, project),
    ...releaseWaits(state, project),
    ...orderWaits(state),
  ];
}

function requestWaits({ product, request, updated_at }: FactoryState): Waiting[] {
  switch (product?.phase) {
    case "waiting-for-spec": {
      const what = request.lane === "quick" ? `#${request.issue} to say more` : "a usable SPEC.md";
      return [{ for: `${what}: ${product.why}`, since: updated_at }];
    }
    case "drafting":
      return [{ for: `the draft of round ${product.round.number}`, since: product.round.started_at }];
    case "awaiting-approval": {
      const { pull_request: pull, shown_at: since } = product;
      const ways = "`/factory approve`, `/factory amend <feedback>` or `/factory reject <reasons>`";
      const yours = `your decision about the spec in #${pull}: ${ways}`;
      return [{ for: pull === null ? "the spec's pull request to be opened" : yours, since }];
    }
    case "stuck": {
      const ways = "Say `/factory amend <feedback>` or `/factory reject <reasons>`";
      return [{ for: `you: ${product.why} ${ways} in #${request.issue}`, since: updated_at }];
    }
    case "approved":
      return [{ for: `the spec's pull request #${product.pull_request} to be merged`, since: product.approved_at }];
    case "quick":
      return [{ for: "the project to be laid out", since: product.made_at }];
    case undefined:
    case "withdrawn":
      return [];
    default:
      return product satisfies never;
  }
}

/** The configuration is on another branch. How many tasks may run side by side matters only while none does. */
const { concurrency } = Config.parse({});

function projectWaits(state: FactoryState, project: ProjectState, escalations: Escalations): Waiting[] {
  const answer = selectForDispatch(project, { concurrency });
  const since = project.updated_at;
  switch (answer.kind) {
    case "start":
      return answer.tasks.map((task) => ({ for: `${nameOf(project, task)} to be started`, since }));
    case "waiting":
      return answer.running.map((task) => workWait(state, project, task));
    case "halted":
      return answer.halted.map(({ task_id }) => haltWait(state, project, task_id, escalations.get(task_id)));
    case "blocked-by-abandoned":
      return answer.undecided.map(({ task_id, abandoned }) => ({
        for: `your decision about ${nameOf(project, task_id)}, which needs the abandoned ${abandoned.join(", ")}`,
        since,
      }));
    case "all-done":
      return [];
    case "nothing-shipped":
      return [{ for: "you: every task was abandoned, so there is nothing to release", since }];
    case "not-active":
      return answer.status === "PAUSED" ? [{ for: "`/factory resume`", since }] : [];
    default:
      return answer satisfies never;
  }
}

function nameOf({ tasks }: ProjectState, id: TaskId): string {
  const task = tasks[id];
  if (task === undefined) return id;
  return `${task.task} (${id})${task.pull_request === null ? "" : ` in #${task.pull_request}`}`;
}

/** Somebody is asked about a contract, or it goes on by itself. */
function workWait({ work }: FactoryState, project: ProjectState, id: TaskId): Waiting {
  const inWork = work[id];
  const asked = inWork === undefined ? undefined : awaitingAmendment(inWork);
  const name = nameOf(project, id);
  if (asked === undefined) {
    return { for: inWork === undefined ? name : `${name}: ${workWords(inWork)}`, since: project.updated_at };
  }
  const ways = "`/factory amendment accept` or `/factory amendment reject <reason>`";
  const sentence = amendmentSentence(asked.module.module_ref);
  return { for: `your decision about ${name}: ${sentence} Say ${ways}`, since: asked.amendment.proposed_at };
}

/** The sentence of the card, and the answer that it recommends. */
function haltWait(state: FactoryState, project: ProjectState, id: TaskId, escalation: Escalation | undefined): Waiting {
  const since = escalation?.created_at ?? state.updated_at;
  const changing = changeWait(state, id);
  if (changing !== undefined) return { for: changing, since };
  const yours = `your decision about ${nameOf(project, id)}`;
  if (escalation === undefined) return { for: yours, since };
  const { minimal_decision_required: sentence, recommended_resolution } = escalation;
  const recommended = `Recommended: \`/factory ${VERB_OF[recommended_resolution]}\`; its card has every answer`;
  return { for: `${yours}: ${sentence} ${recommended}`, since };
}

function baselineWaits({ baseline }: FactoryState, { status, updated_at }: ProjectState): Waiting[] {
  if (status !== "ACTIVE") return [];
  switch (baseline?.phase) {
    case "due":
      return [{ for: "the test baseline of the default branch", since: updated_at }];
    case "awaited":
      return [{ for: "the test baseline of the default branch", since: baseline.run.requested_at }];
    case "stuck":
      return [{ for: `\`/factory retry\`: there is no test baseline. ${baseline.why}`, since: baseline.since }];
    default:
      return [];
  }
}

function releaseWaits({ release }: FactoryState, { status }: ProjectState): Waiting[] {
  if (release === null || release.phase === "published" || status !== "ACTIVE") return [];
  const { release_id, since } = release.order;
  if (release.phase !== "refused") return [{ for: `${release_id}: ${RELEASING[release.phase]}`, since }];
  return [{ for: `\`${tryAgain(release.order)}\`: ${release_id} was refused. ${release.why}`, since: release.at }];
}

const RELEASING: Readonly<Record<Exclude<ReleaseState["phase"], "published" | "refused">, string>> = {
  validating: "the whole test suite runs before it",
  locating: "the merge that broke the suite is looked for",
  preparing: "its four gates",
  proposing: "the pull request with its manifest to be merged",
  publishing: "its tag and its release",
};

/** What people ordered besides. */
function orderWaits(state: FactoryState): Waiting[] {
  if (isPaused(state)) return [];
  const undos = state.undos.flatMap(({ phase, order: { task_id, at: since } }) => {
    if (phase === "settling") return [];
    const yours = `you to merge or close the pull request that takes ${task_id} back`;
    return [{ for: phase === "proposing" ? yours : `the revert of ${task_id} to be proposed`, since }];
  });
  const deprecations = state.deprecations.map(({ phase, order: { module_ref, at: since } }) => ({
    for: `the deprecation of ${module_ref} to be ${phase === "proposing" ? "merged" : "proposed"}`,
    since,
  }));
  return [...undos, ...deprecations];
}
