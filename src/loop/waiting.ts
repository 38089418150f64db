import { selectForDispatch } from "../domain/state/dispatch.js";
import type { Waiting } from "../render/status-comment.js";
import type { Situation } from "./situation.js";

/** What the loop waits for, in words for the person who could do something about it. Never silence. */
export function waitingFor({ state, observed, config }: Situation): Waiting[] {
  const { product, project } = state;
  if (project !== null) return projectWaits(project, config.concurrency);
  switch (product?.phase) {
    case undefined:
      return [];
    case "waiting-for-spec":
      return [
        {
          for: `a usable SPEC.md on \`${observed.repository.defaultBranch}\`: ${product.why}`,
          since: state.updated_at,
        },
      ];
    case "drafting":
      return [{ for: `the draft of round ${product.round.number}`, since: product.round.started_at }];
    case "awaiting-approval":
      return [
        {
          for: `your decision about the spec${product.pull_request === null ? "" : ` in #${product.pull_request}`}`,
          since: product.shown_at,
        },
      ];
    case "stuck":
      return [
        {
          for: `you: ${product.why} Say \`/factory amend <feedback>\` or \`/factory reject <reasons>\``,
          since: state.updated_at,
        },
      ];
    case "approved":
      return [{ for: `the spec's pull request #${product.pull_request} to be merged`, since: product.approved_at }];
    default:
      return product satisfies never;
  }
}

function projectWaits(project: NonNullable<Situation["state"]["project"]>, concurrency: number): Waiting[] {
  const answer = selectForDispatch(project, { concurrency });
  const since = project.updated_at;
  switch (answer.kind) {
    case "start":
      return answer.tasks.map((task) => ({ for: `${task} to be started`, since }));
    case "waiting":
      return answer.running.map((task) => ({ for: `${task}`, since }));
    case "halted":
      return answer.halted.map(({ task_id }) => ({ for: `your decision about ${task_id}`, since }));
    case "blocked-by-abandoned":
      return answer.undecided.map(({ task_id, abandoned }) => ({
        for: `your decision about ${task_id}, which needs the abandoned ${abandoned.join(", ")}`,
        since,
      }));
    case "all-done":
      return project.status === "RELEASED" ? [] : [{ for: "the release", since }];
    case "nothing-shipped":
      return [{ for: "you: every task was abandoned, so there is nothing to release", since }];
    case "not-active":
      return answer.status === "PAUSED" ? [{ for: "`/factory resume`", since }] : [];
    default:
      return answer satisfies never;
  }
}
