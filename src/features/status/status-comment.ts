import type { FactoryState } from "../../engine/factory-state.js";
import { type LiveCall, liveCallWords } from "../../engine/live-call.js";
import type { Wait } from "../../engine/wait.js";
import { cutLine } from "../../render/cut.js";
import { firstFew } from "../../render/first-few.js";
import { fitParts, type Part } from "../../render/fit.js";
import { hiddenMarker } from "../../render/marker.js";
import { moment } from "../../render/moment.js";
import { plainLine } from "../../render/plain-text.js";
import { costSoFar } from "../budget/cost-so-far.js";
import { NO_FILES } from "../checkpoints/changed-files.js";
import { computeProgressSummary, type ProgressFacts, type ProgressSummary } from "../checkpoints/summary.js";
import { reviewerNotesPart } from "../debate/reviewer-notes.js";
import type { ProjectState, TaskState, TaskStatus } from "../tasks/board/project-state.js";
import { changedPart } from "./changed-part.js";
import { hiddenWaits } from "./hidden-waits.js";
import { taskGraph } from "./task-graph.js";

export const STATUS_KEY = "status";

/** What the state alone does not say. */
type StatusFacts = ProgressFacts & {
  /** How many requirements hold, in words; null without a ledger. */
  readonly requirements?: string | null;
};

/**
 * The one sticky comment of a product: where it stands, what it waits for, and what it has cost. What it waits for is never
 * left out, and is there as data, too. Same state, same text.
 */
export function statusComment(
  state: FactoryState,
  waits: readonly Wait[],
  facts: StatusFacts,
  calls: readonly LiveCall[] = [],
): string {
  const { project } = state;
  const waiting = waits.slice(0, WAITS).map((wait) => ({ ...wait, for: cutLine(wait.for, WAIT_LENGTH) }));
  const head = [
    `${hiddenMarker(STATUS_KEY)}${hiddenWaits(waiting)}`,
    `## ${headline(state)}`,
    ...(project === null ? [] : ["", progressLines(project, computeProgressSummary(project, facts))]),
    ...(facts.requirements == null ? [] : ["", facts.requirements]),
    ...released(state),
    ...waitingLines(waiting, waits.length - waiting.length),
    ...callLines(calls),
  ].join("\n");
  const help: Part = { text: "`/factory help` lists what you can say here.", whenLeftOut: "" };
  const notes = reviewerNotesPart(state.reviewer_notes);
  const changed = project === null ? [] : changedPart(facts.changed_files ?? NO_FILES);
  return fitParts(head, [...(project === null ? [] : projectParts(project)), ...notes, ...changed, help]);
}

/** A limit, so that there is room for what a person needs to act. */
const WAITS = 30;
const WAIT_LENGTH = 1_000;

function waitingLines(waiting: readonly Wait[], rest: number): string[] {
  if (waiting.length === 0) return [];
  const lines = waiting.map((wait) => `- **Waiting for** ${wait.for} (since ${moment(wait.since)})`);
  return ["", ...lines, ...(rest > 0 ? [`- and for ${rest} more`] : [])];
}

/** What models are doing, as it was a minute ago at most. */
function callLines(calls: readonly LiveCall[]): string[] {
  if (calls.length === 0) return [];
  const lines = calls.slice(0, WAITS).map((call) => `- **At work:** ${liveCallWords(call)}`);
  return ["", ...lines];
}

function headline({ product, project, request, paused_since }: FactoryState): string {
  if (project !== null) {
    const words = { ACTIVE: "Building", PAUSED: "Paused", ABORTED: "Aborted", RELEASED: "Released" };
    return `${words[project.status]}: ${plainLine(request.title)}`;
  }
  if (paused_since !== undefined) return `Paused: ${plainLine(request.title)}`;
  switch (product?.phase) {
    case "awaiting-approval":
      return `The spec is ready for you${product.pull_request === null ? "" : `: #${product.pull_request}`}`;
    case "drafting":
      return product.round.number === 1 ? "Writing the spec" : `Writing the spec again (round ${product.round.number})`;
    case "asking":
      return "The factory asks before it drafts the spec";
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

/**
 * The release of the project. The link is relative to the issue, because the state has no address of the repository.
 */
function released({ project, release }: FactoryState): string[] {
  if (project?.status !== "RELEASED" || release?.phase !== "published") return [];
  const { tag } = release;
  return ["", `Released as [**${plainLine(tag)}**](../releases/tag/${encodeURIComponent(tag)}).`];
}

function projectParts(project: ProjectState): Part[] {
  return [
    {
      text: taskTable(project),
      whenLeftOut: "_The table of tasks is left out: it did not fit. The pull requests are labelled._",
    },
    {
      text: `<details><summary>Tasks and what they need</summary>\n\n${taskGraph(project)}\n\n</details>`,
      whenLeftOut: `_The graph of ${Object.keys(project.tasks).length} tasks is left out: it did not fit._`,
    },
  ];
}

function progressLines({ status }: ProjectState, summary: ProgressSummary): string {
  const total = summary.tasks_completed + summary.tasks_remaining;
  const filled = total === 0 ? 0 : Math.round((20 * summary.tasks_completed) / total);
  const estimate = summary.estimated_remaining_cost_usd;
  const { cumulative_cost_usd: known_usd, unknown_cost_calls } = summary;
  const spent = costSoFar({ known_usd, unknown_cost_calls });
  const isOver = status === "RELEASED" || status === "ABORTED";
  return [
    `\`${"█".repeat(filled)}${"░".repeat(20 - filled)}\` ${summary.tasks_completed} of ${total} tasks shipped` +
      (summary.tasks_skipped > 0 ? `, ${summary.tasks_skipped} abandoned` : ""),
    "",
    isOver
      ? `Cost ${spent} in all.`
      : `Cost so far ${spent}, ${estimate === null ? "and nobody can say yet how much more" : `about $${estimate.toFixed(2)} to go`}.`,
  ].join("\n");
}

const ROWS = 40;

/** All tasks: urgent ones first, ended ones last. */
function taskTable({ tasks }: ProjectState): string {
  const all = Object.entries(tasks).sort(
    ([, a], [, b]) => urgency(a) - urgency(b) || a.priority - b.priority || a.declaration_order - b.declaration_order,
  );
  const shown = all.slice(0, ROWS);
  // At the end no task waits, so the column is left out.
  const somebodyWaits = shown.some(([, task]) => needs(task, tasks) !== "");
  const rows = shown.map(([id, task]) => {
    const cells = [`**${plainLine(task.task)}**<br>${id}`, STATUS_WORDS[task.status], link(task)];
    return tableRow(somebodyWaits ? [...cells, needs(task, tasks)] : cells);
  });
  const head = ["task", "status", "pull request", ...(somebodyWaits ? ["waits for"] : [])];
  const rest = all.length - rows.length;
  return [
    tableRow(head),
    `|${"---|".repeat(head.length)}`,
    ...rows,
    ...(rest > 0 ? ["", `and ${rest} more tasks.`] : []),
  ].join("\n");
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const STATUS_WORDS: Readonly<Record<TaskStatus, string>> = {
  HALTED: "**halted**",
  IN_PROGRESS: "in work",
  PENDING: "pending",
  BLOCKED: "blocked",
  SHIPPED: "shipped",
  ABANDONED: "abandoned",
};

function urgency({ status }: TaskState): number {
  return ["HALTED", "IN_PROGRESS", "PENDING", "BLOCKED", "SHIPPED", "ABANDONED"].indexOf(status);
}

function link({ pull_request }: TaskState): string {
  return pull_request === null ? "" : `#${pull_request}`;
}

function needs(task: TaskState, tasks: ProjectState["tasks"]): string {
  if (task.status === "SHIPPED" || task.status === "ABANDONED") return "";
  const missing = task.depends_on.filter((id) => tasks[id]?.status !== "SHIPPED");
  return firstFew(
    missing.map((id) => plainLine(tasks[id]?.task ?? id)),
    3,
  );
}
