import type { ProjectState, TaskState, TaskStatus } from "../tasks/board/project-state.js";

/** Above this number the graph is unreadable, so stories are drawn instead of tasks. */
const TASKS_DRAWN = 60;

const COLOURS: Readonly<Record<TaskStatus, string>> = {
  PENDING: "fill:#f6f8fa,stroke:#8c959f,color:#24292f",
  IN_PROGRESS: "fill:#ddf4ff,stroke:#0969da,color:#0a3069",
  SHIPPED: "fill:#dafbe1,stroke:#1a7f37,color:#0f5323",
  HALTED: "fill:#ffebe9,stroke:#cf222e,color:#82071e",
  BLOCKED: "fill:#fff8c5,stroke:#9a6700,color:#633c01",
  ABANDONED: "fill:#eaeef2,stroke:#8c959f,color:#57606a,stroke-dasharray:4 3",
};

type Node = {
  readonly id: string;
  readonly label: string;
  readonly status: TaskStatus;
  readonly upstream: ReadonlySet<string>;
};

/** The project as a Mermaid graph, coloured by status; whole stories above sixty tasks. */
export function taskGraph(state: ProjectState): string {
  const nodes = Object.keys(state.tasks).length > TASKS_DRAWN ? storyNodes(state) : taskNodes(state);
  const name = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const lines = nodes.flatMap((node) => [
    `  ${name.get(node.id)}["${label(node.label)}"]:::${node.status}`,
    ...[...node.upstream].map((upstream) => `  ${name.get(upstream)} --> ${name.get(node.id)}`),
  ]);
  const used = new Set(nodes.map(({ status }) => status));
  const classes = Object.entries(COLOURS).filter(([status]) => used.has(status as TaskStatus));
  return [
    "```mermaid",
    "graph LR",
    ...lines,
    ...classes.map(([status, style]) => `  classDef ${status} ${style}`),
    "```",
  ].join("\n");
}

function taskNodes({ tasks }: ProjectState): Node[] {
  return Object.entries(tasks).map(([id, { task, status, depends_on }]) => ({
    id,
    label: task,
    status,
    upstream: new Set(depends_on),
  }));
}

function storyNodes({ tasks }: ProjectState): Node[] {
  const storyOf = (id: string) => {
    const task = tasks[id];
    return task === undefined ? id : `${task.pillar} / ${task.epic} / ${task.story}`;
  };
  const stories = new Set(Object.keys(tasks).map(storyOf));
  const membersOf = new Map([...stories].map((story) => [story, [] as TaskState[]]));
  for (const [id, task] of Object.entries(tasks)) membersOf.get(storyOf(id))?.push(task);
  return [...membersOf].map(([story, members]) => {
    const statuses = members.map(({ status }) => status);
    const upstream = new Set(members.flatMap(({ depends_on }) => depends_on.map(storyOf)));
    upstream.delete(story);
    const shipped = statuses.filter((status) => status === "SHIPPED").length;
    return { id: story, label: `${story} (${shipped}/${statuses.length})`, status: worstOf(statuses), upstream };
  });
}

/** The status that a person should notice first in a group. */
const ATTENTION: readonly TaskStatus[] = ["HALTED", "IN_PROGRESS", "BLOCKED", "PENDING", "SHIPPED", "ABANDONED"];

function worstOf(statuses: readonly TaskStatus[]): TaskStatus {
  return ATTENTION.find((status) => statuses.includes(status)) ?? "PENDING";
}

/** Mermaid interprets quotes and brackets inside a label, so they are written as entities. */
function label(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return short.replace(/[^\p{L}\p{N} .,:/()…-]/gu, (character) => `#${character.codePointAt(0)};`);
}
