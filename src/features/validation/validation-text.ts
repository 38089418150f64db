import type { Sha } from "../../domain/ids.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import { classifyResults } from "../../domain/validation/classify.js";
import { judgeRegression } from "../../domain/validation/flake.js";
import type { ReportedSuite } from "../../domain/validation/suite-report.js";
import { judgeSuite } from "../../domain/validation/suite-status.js";
import { codeCell } from "../../render/code.js";
import { cutLine } from "../../render/cut.js";
import { plainText } from "../../render/plain-text.js";
import { lostWords } from "../gate-runs/lost-runs.js";

/** Names of tests in the answer. The report of the run has all of them. */
const LISTED = 40;

/** What a run of the whole suite found, compared with the baseline. */
export function suiteText(
  sha: Sha,
  { results, rerun }: Pick<ReportedSuite, "results" | "rerun">,
  baseline: TestBaseline,
): { readonly passed: boolean; readonly text: string } {
  const at = `at ${sha.slice(0, 8)}`;
  const suite = judgeSuite({ results, assertions: null });
  if (suite.status === "VACUOUS")
    return { passed: false, text: `The whole suite ${at} proves nothing: ${plainText(suite.reason)}` };
  const { passed, blockingFailures, vanished, flakyTests, classified } = judgeRegression(
    classifyResults(results, baseline),
    rerun,
  );
  const broken = blockingFailures.length + vanished.length;
  const head = passed
    ? `**Green:** ${countOf(results.length, "test")} ${at}, no new failure against the baseline.`
    : `**Not green:** ${countOf(broken, "new failure")} against the baseline, in ${countOf(results.length, "test")} ${at}.`;
  const lists = [
    list(
      "Failing now",
      blockingFailures.map(({ name }) => name),
    ),
    list("Gone, or skipped", vanished),
    list("Failed once and passed when run again", flakyTests),
    list(
      "Failing since the baseline",
      classified.preExisting.map(({ name }) => name),
    ),
    list(
      "Failing in the baseline, passing now",
      classified.newPasses.map(({ name }) => name),
    ),
  ];
  const advice = passed ? [] : ["No task is changed by this. A task, or you, may mend it."];
  return { passed, text: [head, ...lists, ...advice].filter((part) => part !== "").join("\n\n") };
}

export function lostText(lost: number, why: string): string {
  return `The whole suite could not be run: ${lostWords(lost)}. The last one: ${plainText(why)}`;
}

function list(what: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, LISTED).map((name) => `- ${codeCell(cutLine(name, 200))}`);
  const rest = names.length - shown.length;
  return [`${what} (${names.length}):`, ...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n");
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
