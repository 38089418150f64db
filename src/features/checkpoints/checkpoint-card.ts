import type { Sha, TaskId } from "../../domain/ids.js";
import type { FailureAction } from "../../domain/validation/taxonomy.js";
import { codeCell } from "../../render/code.js";
import { fitParts, type Part } from "../../render/fit.js";
import { hiddenMarker } from "../../render/marker.js";
import { plainLine } from "../../render/plain-text.js";
import { costSoFar } from "../budget/cost-so-far.js";
import { type CardCommand, dollars, otherAnswers } from "../halts/card/card-command.js";
import type { BudgetLimits, CheckpointTrigger } from "./checkpoint.js";
import type { ProgressSummary } from "./summary.js";

/** A task whose failure made the checkpoint. */
export type BrokenBy = {
  readonly task_id: TaskId;
  readonly title: string;
  readonly pull_request: number | null;
  /** Whether it is reported because `failure_actions` makes a checkpoint of it. */
  readonly chosen: boolean;
};

export type CheckpointCard = {
  /** The key of the comment. */
  readonly key: string;
  /** Most urgent first. */
  readonly triggers: readonly CheckpointTrigger[];
  readonly summary: ProgressSummary;
  readonly limits: BudgetLimits;
  /** Whether `/factory budget` set them. Then the configuration's limits do not apply. */
  readonly areLimitsSet: boolean;
  /** The number of model calls for this project, and its limit. */
  readonly calls: { readonly made: number; readonly most: number };
  /** The head of the default branch when the project started; null before that. */
  readonly changes: { readonly since: Sha; readonly branch: string } | null;
  /** Empty if nothing broke, or if it is repaired. */
  readonly brokenBy: readonly BrokenBy[];
  readonly mention: string | null;
  /** What `failure_actions` says about thresholds of the budget. */
  readonly atThreshold?: FailureAction;
  readonly commands: readonly CardCommand[];
};

const WHY: Readonly<Record<CheckpointTrigger, (card: CheckpointCard) => string>> = {
  "budget-exhausted": ({ summary, limits }) =>
    `The hard limit of ${dollars(limits.hard_usd)} is reached: ${dollars(summary.cumulative_cost_usd)} are spent, and the next call could pass it.`,
  "calls-exhausted": ({ calls }) =>
    `${calls.made} of the ${calls.most} calls that this project may make of models are made, so no model is asked any more. Raise \`budgets.max_calls_per_project\` in \`.factory/config.yml\` on the default branch: this limit is about calls, not about money.`,
  "no-progress": () =>
    "The loop went round without getting anywhere, so it stopped before it costs you. Look at what undoes its work.",
  "budget-critical": ({ summary, limits }) =>
    `${dollars(summary.cumulative_cost_usd)} of the hard limit of ${dollars(limits.hard_usd)} are spent; at the limit nothing more is asked of a model.`,
  "budget-warning": ({ summary, limits }) =>
    `${dollars(summary.cumulative_cost_usd)} are spent, more than the ${dollars(limits.warn_usd)} at which you wanted to be told.`,
  "test-failure": ({ brokenBy }) => {
    const broke = brokenBy.filter(({ chosen }) => !chosen);
    return broke.length === 0
      ? "A gate run found failing tests."
      : `Tests that passed before fail with ${named(broke)}. ${ownCards(broke)}`;
  },
  "chosen-failure": ({ brokenBy }) => {
    const chosen = brokenBy.filter((each) => each.chosen);
    const what = chosen.length === 0 ? "A task failed" : `${named(chosen)} failed`;
    return `${what}, and \`failure_actions\` makes a checkpoint of that. ${ownCards(chosen)}`;
  },
  scheduled: ({ summary }) => `${summary.tasks_completed} tasks are done, and you wanted to look in between.`,
};

function named(brokenBy: readonly BrokenBy[]): string {
  const names = brokenBy.map(({ task_id, title, pull_request }) => {
    const where = pull_request === null ? "" : ` in #${pull_request}`;
    return `${plainLine(title)} (${task_id})${where}`;
  });
  return names.join(", and with ");
}

function ownCards({ length }: readonly BrokenBy[]): string {
  return length <= 1 ? "Its own card asks what is to become of it." : "The card of each asks about it.";
}

/** The project's progress, and what a person can do about it (requirements.md#checkpoints). */
export function checkpointCard(card: CheckpointCard): string {
  const { key, triggers, mention, commands } = card;
  const head = [
    hiddenMarker(key),
    "## Checkpoint",
    "",
    `${mention === null ? "" : `@${mention} `}${triggers.map((trigger) => WHY[trigger](card)).join(" ")}`,
    "",
    toGoOn(card),
  ].join("\n");
  const offered = commands.filter(({ verb }) => !isVain(verb, triggers));
  return fitParts(head, [...thresholdPart(card), current(card), ...otherAnswers(offered), ...changesPart(card)]);
}

const THRESHOLDS: readonly CheckpointTrigger[] = ["budget-warning", "budget-critical"];

/** A threshold is told apart by the action that is configured for it; `checkpoint` is what this card is anyway. */
function thresholdPart({ triggers, atThreshold, changes }: CheckpointCard): Part[] {
  if (!triggers.some((trigger) => THRESHOLDS.includes(trigger))) return [];
  if (atThreshold === undefined || atThreshold === "checkpoint") return [];
  const what = `\`failure_actions.budget-threshold\` is \`${atThreshold}\``;
  if (atThreshold !== "stop-show-diff" || changes === null) return [{ text: `${what}.`, whenLeftOut: "" }];
  const link = `<../compare/${changes.since}...${encodeURI(changes.branch)}>`;
  return [{ text: `${what}: [this is what the money was spent on](${link}).`, whenLeftOut: "" }];
}

/** The other way to raise the limit. */
export const RAISED_IN_FILE = "raise `budgets.hard_usd` in `.factory/config.yml` on the default branch";

function toGoOn({ triggers, areLimitsSet }: CheckpointCard): string {
  if (triggers.includes("budget-exhausted")) {
    return areLimitsSet
      ? "Only `/factory budget <usd>` lets the project go on as planned."
      : `Say \`/factory budget <usd>\` to go on as planned, or ${RAISED_IN_FILE} and then say \`/factory continue\`.`;
  }
  if (triggers.includes("calls-exhausted"))
    return "Say `/factory continue` when that is done. Before the next call they are counted again.";
  return "Say `/factory continue` to go on as planned.";
}

/** Answers that would be refused, or would not help, are not offered. */
function isVain(verb: string, triggers: CheckpointCard["triggers"]): boolean {
  if (verb === "continue") return triggers.includes("budget-exhausted");
  return verb === "budget" && triggers.every((trigger) => trigger === "calls-exhausted");
}

function current({ summary, changes }: CheckpointCard): Part {
  const { cumulative_cost_usd: known_usd, unknown_cost_calls } = summary;
  const cost = costSoFar({ known_usd, unknown_cost_calls });
  if (changes === null) return { text: `The project has not begun. Cost so far: ${cost}.`, whenLeftOut: "" };
  const estimate = summary.estimated_remaining_cost_usd;
  const rows = [
    `| tasks done | ${summary.tasks_completed} |`,
    `| tasks left | ${summary.tasks_remaining} |`,
    `| abandoned | ${summary.tasks_skipped} |`,
    `| replaced by others | ${summary.tasks_superseded} |`,
    `| repairs so far | ${summary.fix_cycles} |`,
    `| cost so far | ${cost} |`,
    `| about to come | ${estimate === null ? "unknown" : dollars(estimate)} |`,
    `| files changed | ${filesWords(summary.changed_files)} |`,
    ...summary.current_tasks.map(({ task_id, title }) => `| in work | ${task_id} ${plainLine(title)} |`),
  ];
  return {
    text: ["| where it stands | now |", "|---|---|", ...rows].join("\n"),
    whenLeftOut: "_The figures did not fit._",
  };
}

/** Files in the card. */
const FILES = 20;

function filesWords({ paths, more }: ProgressSummary["changed_files"]): string {
  const count = paths.length + more;
  if (count === 0) return "none yet";
  const shown = paths.slice(0, FILES).map((path) => codeCell(path));
  return `${count}: ${shown.join(", ")}${count > shown.length ? ` and ${count - shown.length} more` : ""}`;
}

/** GitHub lists the files better than a comment could, and always as they are now. */
function changesPart({ changes, summary }: CheckpointCard): Part[] {
  if (changes === null || summary.tasks_completed === 0) return [];
  const link = `<../compare/${changes.since}...${encodeURI(changes.branch)}>`;
  return [{ text: `[What has changed](${link}) since the project began.`, whenLeftOut: "" }];
}
