import type { CheckAnnotation } from "../domain/factory/effect.js";
import type { CommandResult, GateReport, ValidatorResult } from "../domain/gates/gate-report.js";
import type { GatePart, GateRunType } from "../domain/gates/gate-request.js";
import { GATE_NAMES, type GateNumber } from "../domain/gates/validator-code.js";
import { isBlocking } from "../domain/validation/gate-status.js";
import { assertionPanel } from "./assertion-panel.js";
import { CHECK_SUMMARY_BYTES, CHECK_TEXT_LIMIT } from "./check-digest.js";
import type { CheckOutput } from "./check-output.js";
import { codeBlock, folded, inlineCode } from "./code.js";
import { cutLine, cutText } from "./cut.js";
import { fitParts, type Part } from "./fit.js";
import { type GateRow, joinReports } from "./join-reports.js";
import { plainLine, plainText } from "./plain-text.js";

/** One round of gates: what was asked, and what came back so far. */
export type GatesRound = {
  readonly runType: GateRunType;
  readonly attempt: number;
  readonly attempts: number;
  readonly runs: readonly { readonly part: GatePart; readonly url: string }[];
  readonly reports: readonly GateReport[];
  /** Parts that ended without a report that can be believed, and why. */
  readonly unusable: readonly { readonly part: GatePart; readonly why: string }[];
};

/** Enough to find the places; beyond it the summary says how many there are. */
export const MAX_ANNOTATIONS = 200;
const MESSAGE = 2_000;

/** While its runs go on. */
export function gatesRunning({ runType, runs }: Pick<GatesRound, "runType" | "runs">): CheckOutput {
  const status = { kind: runs.length === 0 ? "queued" : "in_progress" } as const;
  const title = `${wordOf(runType)} gates ${runs.length === 0 ? "are about to start" : "are running"}`;
  return { status, title, summary: [`${title}.`, ...runLinks(runs)].join("\n"), text: "", annotations: [] };
}

/** The four gates in one check run: the verdict in the title, failures first, each with what to do about it. */
export function gatesCheck(round: GatesRound): CheckOutput {
  const rows = joinReports(round.runType, round.reports);
  return concluded(
    round,
    rows,
    rows.flatMap(({ results }) => results),
  );
}

/** One of the four check runs of the final head. */
export function singleGateCheck(round: GatesRound, gate: GateNumber): CheckOutput {
  const rows = joinReports(round.runType, round.reports).filter((row) => row.gate === gate);
  return concluded(
    round,
    rows,
    rows.flatMap(({ results }) => results),
  );
}

export function gateCheckName(gate: GateNumber): string {
  return `factory / ${gate} ${GATE_NAMES[gate]}`;
}

function concluded(round: GatesRound, rows: readonly GateRow[], results: readonly ValidatorResult[]): CheckOutput {
  const failed = results.filter(({ status }) => isBlocking(status));
  const warned = results.filter(({ status }) => status === "WARNING");
  const passed = round.unusable.length === 0 && rows.every(({ status }) => !isBlocking(status));
  const places = [...failed, ...warned].flatMap(annotationsOf);
  const left = places.length - MAX_ANNOTATIONS;
  const executes = round.reports.some(({ part }) => part === "execute") && rows.some(({ gate }) => gate === 2);
  const assertions = executes ? round.reports.flatMap(({ assertions }) => assertions) : [];
  const title = titleOf(round, rows, failed.length);
  const head = [title, "", gateTable(rows), ...runLinks(round.runs)].join("\n");
  return {
    status: { kind: "completed", conclusion: passed ? "success" : "failure" },
    title,
    summary: fitParts(
      head,
      [
        ...round.unusable.map(({ part, why }) =>
          whole(`**No verdict from the ${part} run**: ${cutLine(plainLine(why), MESSAGE)}`),
        ),
        ...failed.map((result) => finding(result)),
        ...(assertions.length === 0
          ? []
          : [whole(assertionPanel(assertions, round), "_The assertions are left out: they did not fit._")]),
        ...warned.map((result) => finding(result)),
        ...(left > 0 ? [whole(`_${left} more places are not marked in the files: there are too many._`)] : []),
      ],
      { bytes: CHECK_SUMMARY_BYTES },
    ),
    text: commandsText(round.reports.flatMap(({ commands }) => commands)),
    annotations: places.slice(0, MAX_ANNOTATIONS),
  };
}

const whole = (text: string, whenLeftOut = "_…_"): Part => ({ text, whenLeftOut });

function titleOf(
  { runType, unusable, attempt, attempts }: GatesRound,
  rows: readonly GateRow[],
  failed: number,
): string {
  const which = `${wordOf(runType)} gates, attempt ${attempt} of ${attempts}`;
  if (unusable.length > 0) return `No verdict: ${which}`;
  const stopped = rows.find(({ status }) => isBlocking(status));
  if (stopped === undefined) return `Passed: ${which}`;
  const at = `gate ${stopped.gate} ${GATE_NAMES[stopped.gate]}`;
  return `Failed at ${at}, ${failed} ${failed === 1 ? "finding" : "findings"}: ${which}`;
}

function wordOf(runType: GateRunType): string {
  return `${runType[0]}${runType.slice(1).toLowerCase()}`;
}

function gateTable(rows: readonly GateRow[]): string {
  const lines = rows.map(({ gate, status, results }) => {
    const blocking = results.filter((result) => isBlocking(result.status)).map(({ code }) => code);
    const detail = results.length === 0 ? EMPTY.get(status) : blocking.join(", ") || `${results.length} validators`;
    return `| ${gate} ${GATE_NAMES[gate]} | ${isBlocking(status) ? `**${status}**` : status} | ${detail ?? ""} |`;
  });
  return ["| gate | | |", "|---|---|---|", ...lines].join("\n");
}

const EMPTY: ReadonlyMap<string, string> = new Map([
  ["SKIPPED", "not part of this run"],
  ["NOT_RUN", "nothing was reported"],
]);

function runLinks(runs: GatesRound["runs"]): string[] {
  if (runs.length === 0) return [];
  return ["", `Runs: ${runs.map(({ part, url }) => `[${part}](${url})`).join(", ")}`];
}

function finding({ code, status, message, fix, places }: ValidatorResult): Part {
  const where = places.slice(0, 3).map(({ path, line }) => inlineCode(`${path}:${line}`));
  const more = places.length > where.length ? ` and ${places.length - where.length} more` : "";
  return {
    text: [
      `### ${status === "WARNING" ? "Warning" : status} ${code}`,
      "",
      cutText(plainText(message), MESSAGE),
      ...(fix === "" ? [] : ["", `**To do:** ${cutText(plainText(fix), MESSAGE)}`]),
      ...(where.length === 0 ? [] : ["", `At ${where.join(", ")}${more}.`]),
    ].join("\n"),
    whenLeftOut: `_${status} ${code}: its details did not fit._`,
  };
}

function annotationsOf({ code, status, places }: ValidatorResult): CheckAnnotation[] {
  return places.map(({ path, line, message }) => ({
    path,
    line,
    level: status === "WARNING" ? "warning" : "failure",
    title: code,
    message: message === "" ? code : cutText(message, MESSAGE),
  }));
}

/** What commands printed: the failed ones first, each folded. */
function commandsText(commands: readonly CommandResult[]): string {
  if (commands.length === 0) return "";
  const ordered = commands.toSorted((a, b) => Number(isBlocking(b.status)) - Number(isBlocking(a.status)));
  const parts = ordered.map(({ name, command, status, exit_code, output }): Part => {
    const title = `${status} ${cutLine(plainLine(name), 60)} (exit ${exit_code ?? "none"})`;
    return {
      text: folded(title, `${inlineCode(command)}\n\n${codeBlock(output)}`),
      whenLeftOut: `${title}: what it printed did not fit; it is in the run's log.`,
    };
  });
  return fitParts("What the commands printed:", parts, CHECK_TEXT_LIMIT);
}
