import type { BudgetLimits, CheckpointTrigger } from "../domain/progress/checkpoint.js";
import type { ProgressSummary } from "../domain/progress/summary.js";
import { type CardCommand, dollars, otherAnswers } from "./card-command.js";
import { inlineCode } from "./code.js";
import { fitParts, type Part } from "./fit.js";
import { hiddenMarker } from "./marker.js";
import { plainLine } from "./plain-text.js";

export type CheckpointCard = {
  /** The key of the comment. */
  readonly key: string;
  /** Most urgent first. */
  readonly triggers: readonly CheckpointTrigger[];
  readonly summary: ProgressSummary;
  readonly limits: BudgetLimits;
  readonly mention: string | null;
  readonly commands: readonly CardCommand[];
};

const WHY: Readonly<Record<CheckpointTrigger, (card: CheckpointCard) => string>> = {
  "budget-exhausted": ({ summary, limits }) =>
    `The hard limit of ${dollars(limits.hard_usd)} is reached: ${dollars(summary.cumulative_cost_usd)} are spent, and the next call could pass it. Only \`/factory budget <usd>\` lets the project go on.`,
  "no-progress": () =>
    "The loop went round without getting anywhere, so it stopped before it costs you. Look at what undoes its work.",
  "budget-critical": ({ summary, limits }) =>
    `${dollars(summary.cumulative_cost_usd)} of the hard limit of ${dollars(limits.hard_usd)} are spent; at the limit nothing more is asked of a model.`,
  "budget-warning": ({ summary, limits }) =>
    `${dollars(summary.cumulative_cost_usd)} are spent, more than the ${dollars(limits.warn_usd)} at which you wanted to be told.`,
  "test-failure": () => "A gate run found failing tests.",
  scheduled: ({ summary }) => `${summary.tasks_completed} tasks are done, and you wanted to look in between.`,
};

/** Where the project stands and what a person can do about it (seed 004, 4.2). */
export function checkpointCard(card: CheckpointCard): string {
  const { key, triggers, mention, summary, commands } = card;
  const head = [
    hiddenMarker(key),
    "## Checkpoint",
    "",
    `${mention === null ? "" : `@${mention} `}${triggers.map((trigger) => WHY[trigger](card)).join(" ")}`,
    "",
    "Say `/factory continue` to go on as planned.",
  ].join("\n");
  return fitParts(head, [standing(summary), ...otherAnswers(commands), ...filesPart(summary)]);
}

function standing(summary: ProgressSummary): Part {
  const estimate = summary.estimated_remaining_cost_usd;
  const rows = [
    `| tasks done | ${summary.tasks_completed} |`,
    `| tasks left | ${summary.tasks_remaining} |`,
    `| abandoned | ${summary.tasks_skipped} |`,
    `| replaced by others | ${summary.tasks_superseded} |`,
    `| repairs so far | ${summary.fix_cycles} |`,
    `| cost so far | ${dollars(summary.cumulative_cost_usd)} |`,
    `| about to come | ${estimate === null ? "unknown" : dollars(estimate)} |`,
    ...summary.current_tasks.map(({ task_id, title }) => `| in work | ${task_id} ${plainLine(title)} |`),
  ];
  return { text: ["| | |", "|---|---|", ...rows].join("\n"), whenLeftOut: "_The figures did not fit._" };
}

function filesPart({ changed_files }: ProgressSummary): Part[] {
  if (changed_files.length === 0) return [];
  const count = `${changed_files.length} ${changed_files.length === 1 ? "file" : "files"} changed so far`;
  return [
    {
      text: `${count}:\n\n${changed_files.map((path) => `- ${inlineCode(path)}`).join("\n")}`,
      whenLeftOut: `${count}.`,
    },
  ];
}
