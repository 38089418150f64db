import { type LiveCall, liveCallWords } from "../../engine/live-call.js";
import type { TaskStatus } from "../../features/tasks/board/project-state.js";
import type { Progress, TaskProgress } from "../../sandbox/demo/progress.js";
import type { Paint } from "../paint.js";

/** The available space: characters in a line, and lines. */
export type Room = { readonly columns: number; readonly rows: number };

const STYLES: Readonly<Record<TaskStatus, { readonly mark: string; readonly paint: keyof Paint }>> = {
  SHIPPED: { mark: "✔", paint: "good" },
  IN_PROGRESS: { mark: "●", paint: "busy" },
  HALTED: { mark: "!", paint: "bad" },
  BLOCKED: { mark: "○", paint: "dim" },
  PENDING: { mark: "○", paint: "dim" },
  ABANDONED: { mark: "×", paint: "dim" },
};

/** The lines to keep when there is no space for all. */
const ACTIVE: readonly TaskStatus[] = ["HALTED", "IN_PROGRESS"];

/** More are in progress at once only where tasks go side by side. */
const MOST_CALLS = 4;

/** The progress panel for a terminal: a line for each task, and the totals below. */
export function demoPanel(
  progress: Progress,
  elapsed: string,
  paint: Paint,
  { columns, rows }: Room,
  calls: readonly LiveCall[] = [],
): string[] {
  const { tasks, shipped, cost, between } = progress;
  const width = Math.max(...tasks.map(({ title }) => title.length), 0);
  const talking = calls.slice(0, MOST_CALLS);
  const room = rows - 2 - talking.length;
  const shown = tasks.length <= room ? tasks : tasks.filter(({ status }) => ACTIVE.includes(status)).slice(0, room);
  const count = tasks.length === 0 ? [] : [`${shipped} of ${tasks.length} tasks shipped`];
  const besides = between === null ? [] : [between];
  const cut = (text: string) => (text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`);
  return [
    ...shown.map((task) => paint[STYLES[task.status].paint](cut(taskLine(task, width)))),
    ...talking.map((call) => paint.dim(cut(`    ${liveCallWords(call)}`))),
    paint.dim(cut(`  ${[elapsed, ...count, ...besides, `${cost} at list price`].join(" · ")}`)),
  ];
}

function taskLine({ title, status, pull, words }: TaskProgress, width: number): string {
  const where = pull === null ? "" : `#${pull} `;
  return `  ${STYLES[status].mark} ${title.padEnd(width)}  ${where}${words}`;
}
