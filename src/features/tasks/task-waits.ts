import type { Instant, TaskId } from "../../domain/ids.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Wait, WaitView } from "../../engine/wait.js";
import { firstFew } from "../../render/first-few.js";
import { moment } from "../../render/moment.js";
import { plainLine } from "../../render/plain-text.js";
import { amendmentWait } from "../amendments/amendment-wait.js";
import { haltWait } from "../halts/halt-wait.js";
import { NAMED_ABANDONED, NAMED_STRANDED } from "../halts/stranded-note.js";
import { escalationOf } from "../halts/task-reading.js";
import { whyNotMerged } from "../merging/why-not-merged.js";
import type { TaskWork } from "../modules/task-work.js";
import { workWords } from "../status/work-words.js";
import { type DispatchAnswer, selectForDispatch } from "./board/dispatch.js";
import type { ProjectState } from "./board/project-state.js";
import { isStalled } from "./is-stalled.js";
import { taskName } from "./task-name.js";

/** What the tasks of a project wait for. */
export function taskWaits(view: WaitView): Wait[] {
  const { project } = view.state;
  if (project === null) return [];
  const answer = selectForDispatch(project, { concurrency: view.config.concurrency });
  const since = project.updated_at;
  switch (answer.kind) {
    case "start":
      return answer.tasks.map((task) => {
        const words = `${taskName(view, task, task)} to be started`;
        return { who: "factory", for: words, since, task };
      });
    case "waiting":
      return answer.running.map((task) => amendmentWait(view, task) ?? workWait(view, project, task));
    case "halted":
      return answer.halted.map(({ task_id }) => haltWait(view, task_id, escalationOf(view, task_id)));
    case "blocked-by-abandoned":
      return strandedWaits(view, answer.undecided, since);
    case "all-done":
      return []; // the release says by itself what it waits for
    case "nothing-shipped": {
      const words = "you: say `/factory abort`. Every task was abandoned, so there is nothing to release";
      return [{ who: "person", for: words, since, commands: ["/factory abort"] }];
    }
    case "not-active":
      return [];
    default:
      return answer satisfies never;
  }
}

/** A task in work, by the name that people gave it, and what is being done about it. */
function workWait(view: WaitView, { tasks, updated_at: since }: ProjectState, id: TaskId): Wait {
  const { state, observed } = view;
  const task = tasks[id];
  const work = state.work[id];
  const number = task?.pull_request ?? undefined;
  const pull = observed?.pulls.find((candidate) => candidate.number === number);
  const why = work === undefined || pull === undefined ? null : whyHeldUp(work, pull);
  // Somebody must see to what the queue took out. A queue that has it goes on by itself.
  const isYours = why !== null && pull?.leftQueue != null && pull.mergeBlockedBy === null;
  const name = taskName(view, id, `${plainLine(task?.task ?? id)}${number === undefined ? "" : ` (#${number})`}`);
  const stalled = work !== undefined && why === null && isStalled(view, id);
  const but = stalled
    ? `, but nothing has moved since ${moment(state.updated_at)}, and nothing that it waits for is known: see its pull request, and the log of the App`
    : why === null
      ? ""
      : `, but ${why}`;
  const what = work === undefined ? "" : `: ${workWords(work)}${but}`;
  return {
    who: isYours ? "person" : why === null ? "factory" : "github",
    for: `${isYours ? "you: " : ""}${name}${what}`,
    since,
    task: id,
    pull_request: number,
    ...(stalled ? { stalled } : {}),
  };
}

/** A merge that GitHub would not make now: what it waits for (decisions.md#merge-only-what-was-judged). */
function whyHeldUp({ stage }: TaskWork, pull: ObservedPull): string | null {
  if (stage.stage !== "merging" || pull.state !== "open") return null;
  return whyNotMerged(pull, stage.gates.requested_at) ?? pull.mergeRefused;
}

type Stranded = Extract<DispatchAnswer, { kind: "blocked-by-abandoned" }>["undecided"];

/** One abandoned task can strand hundreds: nobody decides about more than a few at a time. */
function strandedWaits(view: WaitView, undecided: Stranded, since: Instant): Wait[] {
  const yours = { who: "person", since, decision: "dependency" } as const;
  const named = undecided.slice(0, NAMED_STRANDED).map(({ task_id: task, abandoned }) => ({
    ...yours,
    for: `your decision about ${taskName(view, task, task)}, which needs the abandoned ${firstFew(abandoned, NAMED_ABANDONED)}`,
    commands: [`/factory amend-spec ${task}`, `/factory split ${task}`, `/factory abandon ${task}`],
    task,
  }));
  const rest = undecided.length - named.length;
  if (rest === 0) return named;
  return [...named, { ...yours, for: `your decision about ${rest} more tasks that need abandoned ones` }];
}
