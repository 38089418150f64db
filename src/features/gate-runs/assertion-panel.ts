import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { codeCell } from "../../render/code.js";
import { cutLine } from "../../render/cut.js";
import { plainLine } from "../../render/plain-text.js";
import { awaitsJudge } from "./semantic-results.js";

const CELL = 200;

/** Contract assertions in gate 2: how many requirements hold, by tier, and the number of the attempt. */
export function assertionPanel(
  results: readonly AssertionResult[],
  { attempt, attempts }: { readonly attempt: number; readonly attempts: number },
): string {
  const requirements = results.filter(({ assertion }) => assertion.type === "assert");
  const suggestions = results.filter(({ assertion }) => assertion.type === "suggest");
  const held = requirements.filter(({ passed }) => passed).length;
  const title = `**Requirements ${held}/${requirements.length}**, attempt ${attempt} of ${attempts}`;
  const unmet = suggestions.filter((result) => !result.passed && !awaitsJudge(result));
  return [
    title,
    ...(results.length === 0 ? [] : ["", "| result | assertion | tier | expected | actual |", "|---|---|---|---|---|"]),
    ...[...requirements.toSorted(failedFirst), ...suggestions.toSorted(failedFirst)].map(row),
    ...(unmet.length === 0
      ? []
      : ["", `${unmet.length} of ${suggestions.length} suggestions not followed; they do not block.`]),
  ].join("\n");
}

const failedFirst = (a: AssertionResult, b: AssertionResult) => Number(a.passed) - Number(b.passed);

function row(result: AssertionResult): string {
  const { assertion, passed, tier, expected, actual, error } = result;
  const unmet = assertion.type === "assert" ? "**fails**" : "suggested";
  const mark = passed ? "holds" : awaitsJudge(result) ? "asked" : unmet;
  const cell = (text: string | undefined) => (text === undefined ? "" : codeCell(cutLine(text, CELL)));
  const what = cutLine(plainLine(assertion.message), CELL);
  return `| ${mark} | ${what} | ${tier} | ${cell(expected)} | ${cell(error ?? actual)} |`;
}
