import type { FactoryState } from "../domain/factory/factory-state.js";
import type { Sha } from "../domain/ids.js";
import type { TaskStatus } from "../domain/state/project-state.js";
import { compareRank } from "../domain/state/task-order.js";
import { costSoFar } from "../render/cost-so-far.js";
import type { Paint } from "./paint.js";

/** Where a product stands, for programs. */
export type StatusReport = {
  readonly commit: Sha;
  readonly repository_id: number;
  readonly updated_at: string;
  readonly request: FactoryState["request"];
  readonly product: FactoryState["product"];
  /** Present while it is paused and has not become a project. */
  readonly paused_since?: string;
  readonly project: null | {
    readonly project_id: string;
    readonly status: string;
    readonly counts: Readonly<Record<TaskStatus, number>>;
    readonly tasks: readonly {
      readonly task_id: string;
      readonly title: string;
      readonly status: TaskStatus;
      readonly pull_request: number | null;
      readonly reason: string | null;
    }[];
  };
  /** Calls, tokens and dollars so far: in all, of each task and of each role. */
  readonly spent: FactoryState["spent"];
  /** Answers that are still owed to conversations. */
  readonly owed: number;
};

export function statusReport(state: FactoryState, commit: Sha): StatusReport {
  const { repository_id, updated_at, request, product, spent, inbox, paused_since } = state;
  return {
    commit,
    repository_id,
    updated_at,
    request,
    product,
    ...(paused_since === undefined ? {} : { paused_since }),
    project: projectReport(state),
    spent,
    owed: inbox.owed.length,
  };
}

function projectReport({ project }: FactoryState): StatusReport["project"] {
  if (project === null) return null;
  const tasks = Object.entries(project.tasks).sort(([, a], [, b]) => compareRank(a, b));
  const counts = { PENDING: 0, IN_PROGRESS: 0, SHIPPED: 0, HALTED: 0, BLOCKED: 0, ABANDONED: 0 };
  for (const [, { status }] of tasks) counts[status] += 1;
  return {
    project_id: project.project_id,
    status: project.status,
    counts,
    tasks: tasks.map(([task_id, task]) => ({
      task_id,
      title: task.task,
      status: task.status,
      pull_request: task.pull_request,
      reason: task.halted_reason ?? task.abandoned_reason,
    })),
  };
}

/** The same for a person: what was asked, how far it is, and every task in order. */
export function statusText(report: StatusReport, paint: Paint): string {
  const { request, project, updated_at, commit } = report;
  const lines = [
    `#${request.issue} ${oneLine(request.title)}, asked for by ${oneLine(request.requester)}`,
    productLine(report),
    ...(report.paused_since === undefined ? [] : [`paused since ${report.paused_since}`]),
    ...(project === null ? [] : ["", ...projectLines(project, paint)]),
    ...spentLines(report.spent),
    ...(report.owed === 0 ? [] : ["", `${report.owed} ${report.owed === 1 ? "answer is" : "answers are"} owed.`]),
    "",
    paint.dim(`as of ${updated_at}, commit ${commit.slice(0, 12)}`),
  ];
  return `${lines.join("\n")}\n`;
}

function productLine({ product }: StatusReport): string {
  switch (product?.phase) {
    case undefined:
      return "spec: not begun";
    case "waiting-for-spec":
      return `spec: waiting for SPEC.md (${oneLine(product.why)})`;
    case "drafting":
      return `spec: being written, round ${product.round.number}`;
    case "awaiting-approval":
      return `spec: waiting for approval, round ${product.round.number}${product.pull_request === null ? "" : `, pull request #${product.pull_request}`}`;
    case "stuck":
      return `spec: needs a person (${oneLine(product.why)})`;
    case "approved":
      return `spec: approved by ${oneLine(product.approved_by)}, pull request #${product.pull_request}`;
    case "quick":
      return "spec: made of the issue itself";
    case "withdrawn":
      return `withdrawn by ${oneLine(product.by)}`;
    default:
      return product satisfies never;
  }
}

const LOOKS: Readonly<Record<TaskStatus, keyof Paint>> = {
  SHIPPED: "good",
  IN_PROGRESS: "busy",
  HALTED: "bad",
  BLOCKED: "bad",
  PENDING: "dim",
  ABANDONED: "dim",
};

function projectLines(project: NonNullable<StatusReport["project"]>, paint: Paint): string[] {
  const { counts, tasks } = project;
  return [
    `project ${project.project_id}: ${project.status}, ${counts.SHIPPED} of ${tasks.length} tasks shipped`,
    ...tasks.map(({ task_id, title, status, pull_request, reason }) => {
      const where = pull_request === null ? "" : ` #${pull_request}`;
      const why = reason === null ? "" : `: ${oneLine(reason)}`;
      return `  ${paint[LOOKS[status]](status.padEnd("IN_PROGRESS".length))}  ${task_id}${where}  ${oneLine(title)}${why}`;
    }),
  ];
}

/** What it cost so far, in all and role by role; a model without a price makes a sum unknown, never zero. */
function spentLines({ project, roles }: StatusReport["spent"]): string[] {
  if (project.calls === 0) return [];
  const count = (number: number) => number.toLocaleString("en-US");
  const line = (sum: typeof project) => {
    return `${count(sum.calls)} calls, ${count(sum.input_tokens)} tokens in, ${count(sum.output_tokens)} out, cost ${costSoFar(sum)}`;
  };
  return [
    "",
    `spent: ${line(project)}`,
    ...Object.entries(roles).map(([role, sum]) => `  ${role.padEnd("amendment-proposer".length)}  ${line(sum)}`),
  ];
}

/** Text of others at a terminal: one line, and no control sequence gets through. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
}
