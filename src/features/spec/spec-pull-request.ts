import type { Deficiency } from "../../domain/deficiency.js";
import type { Ledger } from "../../domain/ledger/ledger.js";
import { inlineCode } from "../../render/code.js";
import { fitParts } from "../../render/fit.js";
import { plainLine, plainText } from "../../render/plain-text.js";
import type { Forecast } from "../budget/forecast.js";
import { forecastTable } from "../budget/forecast-table.js";
import { ledgerParts } from "../ledger/ledger-text.js";
import { AMENDS_BEFORE_ADVICE } from "./approval.js";
import type { ProductSpec } from "./product-spec.js";
import type { ProductRound } from "./product-state.js";
import { specMarkdown } from "./spec-markdown.js";

/** What a person reads before deciding about a spec: the decision, possible problems, the whole spec. */
export function specPullRequestBody({
  spec,
  ledger = null,
  round,
  issue,
  warnings,
  sources,
  queries,
  unsearched,
  forecast,
}: {
  readonly spec: ProductSpec;
  readonly ledger?: Ledger | null;
  readonly round: ProductRound;
  readonly issue: number;
  readonly warnings: readonly Deficiency[];
  /** Addresses of the web pages that the role read. */
  readonly sources: readonly string[];
  /** The role's web searches. */
  readonly queries: readonly string[];
  /** Why the web could not be searched; null if it could. */
  readonly unsearched: string | null;
  readonly forecast: Forecast;
}): string {
  const head = [
    `The spec for #${issue}, ${countOf(spec)}. Nothing is built before you decide:`,
    "",
    "| you say | what happens |",
    "|---|---|",
    "| `/factory approve` | the spec is merged and the first task starts; approving or merging this pull request does the same |",
    "| `/factory amend <feedback>` | this draft is patched; what you do not mention stays as it is |",
    "| `/factory reject <reasons>` | this draft is dropped and a new one is written from SPEC.md |",
    ...(round.amends >= AMENDS_BEFORE_ADVICE
      ? [
          "",
          `_This draft has been amended ${round.amends} times in a row. Consider approving it with its known limits, or rejecting it._`,
        ]
      : []),
  ].join("\n");
  return fitParts(head, [
    {
      text: roundText(round),
      whenLeftOut: "_What this round was asked to change is left out: it did not fit._",
    },
    {
      text: warningsText(warnings),
      whenLeftOut: `_${warnings.length} warnings are left out: they did not fit._`,
    },
    ...(ledger === null ? [] : ledgerParts(ledger)),
    { text: forecastTable(forecast), whenLeftOut: "_The forecast is left out: it did not fit._" },
    {
      text: sourcesText(sources, queries, unsearched),
      whenLeftOut: `_${sources.length} sources are left out: they did not fit._`,
    },
    {
      text: `<details><summary>The whole spec</summary>\n\n${specMarkdown(spec)}\n</details>`,
      whenLeftOut: "_The whole spec does not fit here: read `.factory/product/spec.md` in this pull request._",
    },
  ]);
}

function countOf({ pillars }: ProductSpec): string {
  const stories = pillars.flatMap(({ epics }) => epics.flatMap(({ stories }) => stories));
  const tasks = stories.flatMap(({ tasks }) => tasks).length;
  return `${tasks} ${tasks === 1 ? "task" : "tasks"} in ${stories.length} ${stories.length === 1 ? "story" : "stories"}`;
}

function roundText(round: ProductRound): string {
  return [askedText(round), feedbackText(round)].join("\n\n");
}

/** What was asked before the first draft, and what was said. */
function askedText({ answers }: ProductRound): string {
  if (answers === undefined) return "Nothing was asked before this draft: no question seemed worth a person's time.";
  const said = answers.map(
    ({ question, answer, by }) =>
      `- ${plainLine(question)} ${plainLine(answer)} (${by === null ? "by default" : plainLine(by)})`,
  );
  return ["Asked before the first draft:", "", ...said].join("\n");
}

function feedbackText({ number, kind, feedback }: ProductRound): string {
  if (feedback.length === 0) return `Round ${number}.`;
  const what = kind === "amend" ? "patched for" : "written anew because of";
  return [
    `Round ${number}, ${what}:`,
    "",
    ...feedback.map((text) => `> ${plainText(text).replace(/\n/g, "\n> ")}`),
  ].join("\n");
}

function warningsText(warnings: readonly Deficiency[]): string {
  if (warnings.length === 0) return "No warnings.";
  const rows = warnings.map(({ path, message }) => `- \`${path.replace(/`/g, "")}\`: ${plainLine(message)}`);
  return [
    `${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}, which do not block:`,
    "",
    ...rows,
  ].join("\n");
}

/** As code, never as links: a page that a model names should not be one click away from a person. */
function sourcesText(sources: readonly string[], queries: readonly string[], unsearched: string | null): string {
  const without = unsearched === null ? [] : [`The web could not be searched for it: ${plainLine(unsearched)}.`];
  if (sources.length === 0 && queries.length === 0)
    return ["No sources: it was written from SPEC.md alone.", ...without].join(" ");
  const listed = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [[title, "", ...[...new Set(texts)].map((text) => `- ${inlineCode(text)}`)].join("\n")];
  return [...listed("Searched the web for:", queries), ...listed("Read for it:", sources), ...without].join("\n\n");
}
