import type { FactoryState } from "../../engine/factory-state.js";
import { isReworked, workWords } from "../../features/status/work-words.js";
import type { ProjectState, TaskState, TaskStatus } from "../../features/tasks/board/project-state.js";
import { compareRank } from "../../features/tasks/board/task-order.js";

/** A task as a spectator sees it. */
export type TaskProgress = {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly pull: number | null;
  /** Its current step, or what it waits for. */
  readonly words: string;
  /** It is revised or amended. Such lines stay on a terminal that redraws others. */
  readonly reworked: boolean;
};

export type Progress = {
  /** The current step if no task is in progress, in words; otherwise null. */
  readonly between: string | null;
  /** In order of declaration; empty before the spec is approved. */
  readonly tasks: readonly TaskProgress[];
  readonly shipped: number;
  /** The cost of all model calls so far, at list price. */
  readonly cost: string;
};

export function progressOf(state: FactoryState): Progress {
  const { project } = state;
  const tasks = project === null ? [] : tasksOf(state, project);
  return {
    between: betweenTasks(state, tasks),
    tasks,
    shipped: tasks.filter(({ status }) => status === "SHIPPED").length,
    cost: dollars(state),
  };
}

/** Everything that is in progress, one line each. */
export function goingOn({ between, tasks }: Progress): string[] {
  if (between !== null) return [between];
  return tasks.filter(isActive).map(({ title, words }) => `${title} · ${words}`);
}

/** The part of it that stays visible on a terminal that redraws the rest. */
export function reworkGoingOn({ tasks, ...progress }: Progress): string[] {
  return progress.between === null ? goingOn({ ...progress, tasks: tasks.filter(({ reworked }) => reworked) }) : [];
}

/** The changes of the tasks between two states, as lines that stay. A started task has the page to follow it on. */
export function taskNews(before: Progress, after: Progress, pageOf: (pull: number) => string): string[] {
  return after.tasks.flatMap(({ id, title, status, pull }) => {
    const was = before.tasks.find((task) => task.id === id);
    const name = pull === null ? title : `#${pull} ${title}`;
    const begun = pull !== null && was?.pull !== pull ? [`${name} is in work: ${pageOf(pull)}`] : [];
    const end = status === was?.status ? undefined : ENDS[status];
    return end === undefined ? begun : [...begun, `${name} ${end}`];
  });
}

const ENDS: Partial<Readonly<Record<TaskStatus, string>>> = { SHIPPED: "has shipped", ABANDONED: "is abandoned" };

const isActive = ({ status }: TaskProgress) => status === "IN_PROGRESS" || status === "HALTED";

export function dollars({ spent }: Pick<FactoryState, "spent">): string {
  const { known_usd, unknown_cost_calls } = spent.project;
  const more = unknown_cost_calls === 0 ? "" : ` and ${unknown_cost_calls} calls of unknown cost`;
  return `$${known_usd.toFixed(2)}${more}`;
}

const PRODUCT: Readonly<Record<NonNullable<FactoryState["product"]>["phase"], string>> = {
  "waiting-for-spec": "waiting for SPEC.md",
  drafting: "the product role writes the spec",
  "awaiting-approval": "the spec waits for a person's decision",
  asking: "people are asked what SPEC.md leaves open",
  stuck: "the spec waits for a person's help",
  approved: "the spec is being merged",
  quick: "the issue becomes a task",
  withdrawn: "withdrawn",
};

function betweenTasks({ product, project }: FactoryState, tasks: readonly TaskProgress[]): string | null {
  if (project === null) return product === null ? "the request is being read" : PRODUCT[product.phase];
  if (project.status !== "ACTIVE") return project.status.toLowerCase();
  if (tasks.some(isActive)) return null;
  return tasks.some(({ status }) => status === "PENDING") ? "the next task is chosen" : "the release is prepared";
}

function tasksOf({ work }: FactoryState, { tasks }: ProjectState): TaskProgress[] {
  return Object.entries(tasks)
    .sort(([, a], [, b]) => compareRank(a, b))
    .map(([id, task]) => {
      const inWork = work[id];
      const isOn = inWork !== undefined && task.status === "IN_PROGRESS";
      const words = isOn ? workWords(inWork) : restWords(task, tasks);
      const reworked = isOn && isReworked(inWork);
      return { id, title: task.task, status: task.status, pull: task.pull_request, words, reworked };
    });
}

function restWords({ status, depends_on }: TaskState, tasks: ProjectState["tasks"]): string {
  switch (status) {
    case "IN_PROGRESS":
      return "its branch is being opened";
    case "SHIPPED":
      return "shipped";
    case "HALTED":
      return "halted, waits for a person's decision";
    case "ABANDONED":
      return "abandoned";
    case "PENDING":
    case "BLOCKED": {
      const missing = depends_on.filter((id) => tasks[id]?.status !== "SHIPPED").map((id) => tasks[id]?.task ?? id);
      return missing.length === 0 ? "waits for its turn" : `waits for ${missing.join(" and ")}`;
    }
    default:
      return status satisfies never;
  }
}
