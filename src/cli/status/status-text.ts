import type { Wait } from "../../engine/wait.js";
import { costSoFar } from "../../features/budget/cost-so-far.js";
import type { TaskStatus } from "../../features/tasks/board/project-state.js";
import { moment } from "../../render/moment.js";
import type { Paint } from "../paint.js";
import type { StatusReport } from "./status-report.js";
import { waitWords } from "./wait-words.js";

/** The status of a product, for a person: the request, the progress, every task in order, and who acts next. */
export function statusText(report: StatusReport, paint: Paint): string {
  const { request, project, updated_at, commit } = report;
  const lines = [
    `#${request.issue} ${oneLine(request.title)}, asked for by ${oneLine(request.requester)}`,
    productLine(report),
    ...(report.paused_since === undefined ? [] : [`paused since ${report.paused_since}`]),
    ...(project === null ? [] : ["", ...projectLines(project, report.released_as, paint)]),
    ...waitLines(report.waiting, paint),
    ...spentLines(report.spent),
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
    case "asking":
      return `spec: waiting for answers, ${product.answers.length} of ${product.questions.length}`;
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

const STYLES: Readonly<Record<TaskStatus, keyof Paint>> = {
  SHIPPED: "good",
  IN_PROGRESS: "busy",
  HALTED: "bad",
  BLOCKED: "bad",
  PENDING: "dim",
  ABANDONED: "dim",
};

function projectLines(project: NonNullable<StatusReport["project"]>, tag: string | null, paint: Paint): string[] {
  const { counts, tasks, status } = project;
  const as = status === "RELEASED" && tag !== null ? ` as ${oneLine(tag)}` : "";
  const ids = padded(tasks.map(({ task_id }) => task_id));
  const places = padded(tasks.map(({ pull_request }) => (pull_request === null ? "" : ` #${pull_request}`)));
  const titles = new Map(tasks.map(({ task_id, title }) => [task_id, title]));
  return [
    `project ${project.project_id}: ${status}${as}, ${counts.SHIPPED} of ${tasks.length} tasks shipped`,
    ...tasks.map(({ title, status, reason, waits_for }, index) => {
      const blockers = waits_for.map((id) => oneLine(titles.get(id) ?? id)).join(", ");
      const why = reason ?? (blockers === "" ? null : `waits for ${blockers}`);
      const what = `${oneLine(title)}${why === null ? "" : `: ${oneLine(why)}`}`;
      return `  ${paint[STYLES[status]](status.padEnd("IN_PROGRESS".length))}  ${ids[index]}${places[index]}  ${what}`;
    }),
  ];
}

function waitLines(waiting: readonly Wait[], paint: Paint): string[] {
  if (waiting.length === 0) return [];
  const line = (wait: Wait) => `  ${oneLine(waitWords(wait))} ${paint.dim(`(since ${moment(wait.since)})`)}`;
  return ["", "waiting for:", ...waiting.map(line)];
}

/** The cost so far, in total and by role. A model without a price makes a sum unknown, never zero. */
function spentLines({ project, roles }: StatusReport["spent"]): string[] {
  if (project.calls === 0) return [];
  const count = (number: number) => number.toLocaleString("en-US");
  const line = (sum: typeof project) => {
    return `${count(sum.calls)} calls, ${count(sum.input_tokens)} tokens in, ${count(sum.output_tokens)} out, cost ${costSoFar(sum)}`;
  };
  const sums = Object.values(roles);
  const names = Object.keys(roles).map((role) => role.padEnd("amendment-proposer".length));
  const column = (of: "calls" | "input_tokens" | "output_tokens") => aligned(sums.map((sum) => count(sum[of])));
  const [calls, into, out] = [column("calls"), column("input_tokens"), column("output_tokens")];
  const costs = sums.map(costSoFar);
  return [
    "",
    `spent: ${line(project)}`,
    ...names.map(
      (name, at) => `  ${name}  ${calls[at]} calls, ${into[at]} tokens in, ${out[at]} out, cost ${costs[at]}`,
    ),
  ];
}

const padded = (cells: readonly string[]): string[] => cells.map((cell) => cell.padEnd(widest(cells)));
const aligned = (cells: readonly string[]): string[] => cells.map((cell) => cell.padStart(widest(cells)));
const widest = (cells: readonly string[]) => Math.max(0, ...cells.map(({ length }) => length));

/** Text from others, made safe for a terminal: one line without control sequences. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
}
