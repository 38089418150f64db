import type { FactoryState } from "../domain/factory/factory-state.js";
import { computeProgressSummary, type ProgressFacts, type ProgressSummary } from "../domain/progress/summary.js";
import type { ProjectState, TaskState } from "../domain/state/project-state.js";
import { fitParts, type Part } from "./fit.js";
import { hiddenMarker } from "./marker.js";
import { plainLine } from "./plain-text.js";
import { taskGraph } from "./task-graph.js";

export const STATUS_KEY = "status";

/** What the factory waits for, and since when; the status comment never leaves it out. */
export type Waiting = { readonly for: string; readonly since: string };

/** The one sticky comment of a product: where it stands, what it waits for, and what it has cost. Same state, same text. */
export function statusComment(state: FactoryState, waiting: readonly Waiting[], facts: ProgressFacts): string {
  const { project } = state;
  const head = [
    hiddenMarker(STATUS_KEY),
    `## ${headline(state)}`,
    "",
    ...(waiting.length === 0
      ? ["Nothing is being waited for."]
      : waiting.map((wait) => `- **Waiting for** ${wait.for} (since ${wait.since})`)),
    "",
    "`/factory help` lists what you can say here.",
  ].join("\n");
  return fitParts(head, project === null ? [] : projectParts(project, facts));
}

function headline({ product, project, request }: FactoryState): string {
  if (project !== null) {
    const words = { ACTIVE: "Building", PAUSED: "Paused", ABORTED: "Aborted", RELEASED: "Released" };
    return `${words[project.status]}: ${plainLine(request.title)}`;
  }
  switch (product?.phase) {
    case "awaiting-approval":
      return `The spec is ready for you${product.pull_request === null ? "" : `: #${product.pull_request}`}`;
    case "drafting":
      return product.round.number === 1 ? "Writing the spec" : `Writing the spec again (round ${product.round.number})`;
    case "stuck":
      return "The spec needs you";
    case "waiting-for-spec":
      return request.lane === "quick" ? "This issue needs to say more" : "SPEC.md is needed";
    case "withdrawn":
      return `Withdrawn: ${plainLine(request.title)}`;
    default:
      return "Starting";
  }
}

function projectParts(project: ProjectState, facts: ProgressFacts): Part[] {
  const summary = computeProgressSummary(project, facts);
  return [
    { text: progressLines(summary), whenLeftOut: "_Progress left out: it did not fit._" },
    {
      text: openWork(project),
      whenLeftOut: "_The table of open work is left out: it did not fit. The pull requests are labelled._",
    },
    {
      text: `<details><summary>Tasks and what they need</summary>\n\n${taskGraph(project)}\n\n</details>`,
      whenLeftOut: `_The graph of ${Object.keys(project.tasks).length} tasks is left out: it did not fit._`,
    },
  ];
}

function progressLines(summary: ProgressSummary): string {
  const total = summary.tasks_completed + summary.tasks_remaining;
  const filled = total === 0 ? 0 : Math.round((20 * summary.tasks_completed) / total);
  const estimate = summary.estimated_remaining_cost_usd;
  return [
    `\`${"█".repeat(filled)}${"░".repeat(20 - filled)}\` ${summary.tasks_completed} of ${total} tasks shipped` +
      (summary.tasks_skipped > 0 ? `, ${summary.tasks_skipped} abandoned` : ""),
    "",
    `Cost so far $${summary.cumulative_cost_usd.toFixed(2)}, about ${estimate === null ? "unknown" : `$${estimate.toFixed(2)}`} to go.`,
  ].join("\n");
}

const ROWS = 40;

function openWork({ tasks }: ProjectState): string {
  const open = Object.entries(tasks)
    .filter(([, { status }]) => status !== "SHIPPED" && status !== "ABANDONED")
    .sort(
      ([, a], [, b]) => urgency(a) - urgency(b) || a.priority - b.priority || a.declaration_order - b.declaration_order,
    );
  if (open.length === 0) return "No task is open.";
  const rows = open
    .slice(0, ROWS)
    .map(
      ([id, task]) => `| ${id} | ${plainLine(task.task)} | ${task.status} | ${link(task)} | ${needs(task, tasks)} |`,
    );
  const rest = open.length - rows.length;
  return [
    "| task | | status | pull request | needs |",
    "|---|---|---|---|---|",
    ...rows,
    ...(rest > 0 ? ["", `and ${rest} more tasks that wait.`] : []),
  ].join("\n");
}

function urgency({ status }: TaskState): number {
  return ["HALTED", "IN_PROGRESS", "PENDING", "BLOCKED"].indexOf(status);
}

function link({ pull_request }: TaskState): string {
  return pull_request === null ? "" : `#${pull_request}`;
}

function needs(task: TaskState, tasks: ProjectState["tasks"]): string {
  const missing = task.depends_on.filter((id) => tasks[id]?.status !== "SHIPPED");
  return missing.length <= 3 ? missing.join(", ") : `${missing.slice(0, 3).join(", ")} and ${missing.length - 3} more`;
}
