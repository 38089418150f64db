import type { FailureAction } from "../../../domain/validation/taxonomy.js";
import { codeBlock, folded, inlineCode } from "../../../render/code.js";
import { cutText } from "../../../render/cut.js";
import type { Part } from "../../../render/fit.js";
import type { Escalation } from "../escalation/escalation.js";

/** Much of a diff; GitHub shows all of it. */
const SHOWN = 20_000;

/** What each action means for a task that halted all the same. */
const MEANING: Readonly<Record<FailureAction, string>> = {
  "auto-retry": "it was tried again by itself, and no try is left",
  "retry-then-escalate": "it was tried again, and as no try is left you are asked",
  escalate: "you are asked at once, without a retry",
  "stop-show-diff": "the task stops, and this is the change it stops at",
  checkpoint: "the task stops, and the whole project waits at a checkpoint: its card is in the issue",
  "warn-continue": "it would go on with a warning, but nothing is left to go on with",
  ignore: "it would be ignored, but nothing is left to go on with",
};

/** What `failure_actions` did, and for `stop-show-diff` the difference itself. */
export function failureParts({ failure, change, cause }: Escalation): Part[] {
  if (failure === undefined) return [];
  const { type, action } = failure;
  const words = `\`failure_actions.${type}\` is \`${action}\`: ${MEANING[action]}.`;
  return [{ text: words, whenLeftOut: "" }, ...(action === "stop-show-diff" ? changeParts(change, cause) : [])];
}

function changeParts(change: Escalation["change"], cause: Escalation["cause"]): Part[] {
  const tests = cause.kind === "test-regression" ? againstBaseline(cause.tests) : [];
  if (change === undefined) return tests;
  const link = `[The change against its base](<../compare/${change.base}...${change.head}>)`;
  const diff = cause.kind === "test-regression" ? cause.diff : undefined;
  if (diff === undefined) return [...tests, { text: `${link}.`, whenLeftOut: "" }];
  const text = `${link}:\n\n${folded("The diff", codeBlock(cutText(diff, SHOWN), "diff"))}`;
  return [...tests, { text, whenLeftOut: `${link}.` }];
}

function againstBaseline(tests: readonly { readonly name: string; readonly now: "failing" | "gone" }[]): Part[] {
  const lines = tests.flatMap(({ name, now }) => [
    `- passed  ${inlineCode(name).slice(1, -1)}`,
    `+ ${now.padEnd(7)} ${inlineCode(name).slice(1, -1)}`,
  ]);
  return [{ text: `Against the baseline:\n\n${codeBlock(lines.join("\n"), "diff")}`, whenLeftOut: "" }];
}
