import { ranUnconfined } from "../../domain/gates/confinement.js";
import type { GateReport, ValidatorResult } from "../../domain/gates/gate-report.js";
import type { GatePart, GateRunType } from "../../domain/gates/gate-request.js";
import { GATE_NAMES, type GateNumber } from "../../domain/gates/validator-code.js";
import { isBlocking } from "../../domain/validation/gate-status.js";
import type { CheckAnnotation } from "../../engine/effects/effect-parts.js";
import { CHECK_SUMMARY_BYTES } from "../../render/check-digest.js";
import type { CheckOutput } from "../../render/check-output.js";
import { inlineCode } from "../../render/code.js";
import { cutLine, cutText } from "../../render/cut.js";
import { fitParts, type Part } from "../../render/fit.js";
import { plainLine, plainText } from "../../render/plain-text.js";
import { assertionPanel } from "./assertion-panel.js";
import { commandsText } from "./commands-text.js";
import { failuresBesideValidators, type GateReports, isUncompared } from "./conclude-gates.js";
import { type GateRow, joinReports } from "./join-reports.js";
import { mutationParts } from "./mutation-panel.js";
import { awaitsJudge } from "./semantic-results.js";

/** One round of gates: the request, and the reports so far. */
export type GatesRound = {
  readonly runType: GateRunType;
  readonly attempt: number;
  readonly attempts: number;
  readonly runs: readonly { readonly part: GatePart; readonly url: string }[];
  readonly reports: readonly GateReport[];
  /** Parts that ended without a usable report, and why. */
  readonly unusable: readonly { readonly part: GatePart; readonly why: string }[];
  /** The problem with the previous run, if it could not be used. */
  readonly lost?: string | undefined;
};

/** Enough to find the places. The summary has the total number. */
export const MAX_ANNOTATIONS = 200;
const MESSAGE = 2_000;

/** The check run while the runs are in progress, written once. If they are requested again, it has the reason. */
export function gatesRunning({
  runType,
  runsUrl,
  lost,
}: Pick<GatesRound, "runType" | "lost"> & { readonly runsUrl: string }): CheckOutput {
  const title = `${wordOf(runType)} gates are running`;
  const summary = [`${title}: see [the runs](${runsUrl}).`, ...askedAgain(lost)].join("\n");
  return { status: { kind: "in_progress" }, title, summary, text: "", annotations: [] };
}

/** The four gates in one check run: the verdict in the title, failures first, each with its fix. */
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
  const results = rows.flatMap(({ results }) => results);
  const isJudgedElsewhere = results.length === 0 && rows.every(({ status }) => status === "SKIPPED");
  return isJudgedElsewhere ? judgedBefore(gate) : concluded(round, rows, results);
}

/**
 * The final head differs from what this gate judged only by the factory's own files. The gate does not run again, and
 * its check run is not green.
 */
function judgedBefore(gate: GateNumber): CheckOutput {
  return {
    status: { kind: "completed", conclusion: "neutral" },
    title: `Gate ${gate} ${GATE_NAMES[gate]} passed by each module before its review`,
    summary:
      "Each module passed this gate before it was reviewed, and nothing that it judges has changed since. The final commit is judged by gate 3 alone, on the computed merge with the base.",
    text: "",
    annotations: [],
  };
}

export function gateCheckName(gate: GateNumber): string {
  return `factory / ${gate} ${GATE_NAMES[gate]}`;
}

function concluded(round: GatesRound, rows: readonly GateRow[], results: readonly ValidatorResult[]): CheckOutput {
  const failed = results.filter(({ status }) => isBlocking(status));
  const warned = results.filter(({ status }) => status === "WARNING");
  const places = [...failed, ...warned].flatMap(annotationsOf);
  const left = places.length - MAX_ANNOTATIONS;
  const executes = round.reports.some(({ part }) => part === "execute") && rows.some(({ gate }) => gate === 2);
  const assertions = executes ? round.reports.flatMap(({ assertions }) => assertions) : [];
  const required = assertions.filter(({ assertion, passed }) => assertion.type === "assert" && !passed);
  const unmet = required.filter((result) => !awaitsJudge(result)).length;
  const isOpen = unmet < required.length;
  const both = executes ? bothOf(round.reports) : undefined;
  const beside = both === undefined ? [] : failuresBesideValidators(both);
  const isFree = round.unusable.length === 0 && unmet === 0 && beside.length === 0;
  const passed = isFree && rows.every(({ status }) => !isBlocking(status));
  const title = titleOf(round, rows, { failed: failed.length + beside.length, beside: beside.length, unmet, isOpen });
  const head = [gateTable(rows), ...askedAgain(round.lost), ...runLinks(round.runs)].join("\n");
  return {
    status:
      passed && isOpen ? { kind: "in_progress" } : { kind: "completed", conclusion: passed ? "success" : "failure" },
    title,
    summary: fitParts(
      head,
      [
        ...unconfinedWarning(round.reports),
        ...round.unusable.map(({ part, why }) =>
          whole(`**No verdict from the ${part} run**: ${cutLine(plainLine(why), MESSAGE)}`),
        ),
        ...failed.map((result) => finding(result)),
        ...beside.map(({ validator, ...rest }) => finding({ code: validator, status: "FAILED", places: [], ...rest })),
        ...(assertions.length === 0
          ? []
          : [whole(assertionPanel(assertions, round), "_The assertions are left out: they did not fit._")]),
        ...mutationParts(executes ? round.reports : []),
        ...warned.map((result) => finding(result)),
        ...skippedList(results),
        ...(both !== undefined && isUncompared(both) ? [whole(UNCOMPARED)] : []),
        ...(left > 0 ? [whole(`_${left} more places are not marked in the files: there are too many._`)] : []),
      ],
      { bytes: CHECK_SUMMARY_BYTES },
    ),
    text: commandsText(round.reports.flatMap(({ commands }) => commands)),
    annotations: places.slice(0, MAX_ANNOTATIONS),
  };
}

/** The person who merges must know that this verdict may be forged: the judged code could have written it. */
function unconfinedWarning(reports: readonly GateReport[]): Part[] {
  const reasons = reports.map(ranUnconfined).filter((reason) => reason !== null);
  return reasons.map((reason) =>
    whole(
      `**Code under test ran unconfined**, with everything the runner may do, because nothing confines it there: ${cutLine(plainLine(reason), MESSAGE)}. \`gates.confinement\` is \`preferred\`; \`required\` would not have run it.`,
    ),
  );
}

/** What did not run, and why, so that it is not taken for a pass. */
function skippedList(results: readonly ValidatorResult[]): Part[] {
  const skipped = results.filter(({ status }) => status === "SKIPPED");
  if (skipped.length === 0) return [];
  const lines = skipped.map(({ code, message }) => `- ${code}: ${cutLine(plainLine(message), 300)}`);
  return [whole(["Skipped:", "", ...lines].join("\n"), "_What was skipped is left out: it did not fit._")];
}

/** A comparison that was impossible is no pass either. */
const UNCOMPARED = "_The tests that ran were not compared with those in the file: its language cannot be read here._";

function bothOf(reports: readonly GateReport[]): GateReports | undefined {
  const [judge, execute] = (["judge", "execute"] as const).map((part) =>
    reports.find((report) => report.part === part),
  );
  return judge === undefined || execute === undefined ? undefined : { judge, execute };
}

const whole = (text: string, whenLeftOut = "_…_"): Part => ({ text, whenLeftOut });

function titleOf(
  { runType, unusable, attempt, attempts }: GatesRound,
  rows: readonly GateRow[],
  found: { readonly failed: number; readonly beside: number; readonly unmet: number; readonly isOpen: boolean },
): string {
  const which = `${wordOf(runType)} gates${attempts === 1 ? "" : `, attempt ${attempt} of ${attempts}`}`;
  if (unusable.length > 0) return `No verdict: ${which}`;
  const stopped = rows.find(({ status }) => isBlocking(status));
  if (stopped !== undefined || found.beside > 0) {
    const gate = stopped?.gate ?? LAST_GATE[runType];
    const at = `gate ${gate} ${GATE_NAMES[gate]}`;
    return `Failed at ${at}, ${found.failed} ${found.failed === 1 ? "finding" : "findings"}: ${which}`;
  }
  // Assertions belong to gate 2, and no validator covers them.
  if (found.unmet > 0) {
    return `Failed at gate 2 ${GATE_NAMES[2]}, ${found.unmet} unmet ${found.unmet === 1 ? "requirement" : "requirements"}: ${which}`;
  }
  return found.isOpen ? `The judge is asked: ${which}` : `Passed: ${which}`;
}

/** The gate in which commands ran and tests were compared. */
const LAST_GATE: Readonly<Record<GateRunType, GateNumber>> = {
  CONTRACT: 1,
  EXECUTION: 2,
  INTEGRITY: 3,
  BASELINE: 3,
  RESOLVE: 3,
};

function wordOf(runType: GateRunType): string {
  return `${runType[0]}${runType.slice(1).toLowerCase()}`;
}

function gateTable(rows: readonly GateRow[]): string {
  const lines = rows.map(({ gate, status, results }) => {
    const blocking = results.filter((result) => isBlocking(result.status)).map(({ code }) => code);
    const detail = results.length === 0 ? EMPTY.get(status) : blocking.join(", ") || judgedBy(results);
    return `| ${gate} ${GATE_NAMES[gate]} | ${isBlocking(status) ? `**${status}**` : status} | ${detail ?? ""} |`;
  });
  return ["| gate | result | judged by |", "|---|---|---|", ...lines].join("\n");
}

/** A validator that was skipped has judged nothing. */
function judgedBy(results: GateRow["results"]): string {
  const skipped = results.filter(({ status }) => status === "SKIPPED").length;
  const judged = results.length - skipped;
  return `${judged} ${judged === 1 ? "validator" : "validators"}${skipped === 0 ? "" : `, ${skipped} skipped`}`;
}

const EMPTY: ReadonlyMap<string, string> = new Map([
  ["SKIPPED", "not part of this run"],
  ["NOT_RUN", "nothing was reported"],
]);

function askedAgain(lost: string | undefined): string[] {
  return lost === undefined ? [] : ["", `Asked for again. The last run was not used: ${plainLine(lost)}`];
}

function runLinks(runs: GatesRound["runs"]): string[] {
  if (runs.length === 0) return [];
  return ["", `Runs: ${runs.map(({ part, url }) => `[${part}](${url})`).join(", ")}`];
}

type Found = Pick<ValidatorResult, "status" | "message" | "fix" | "places"> & { readonly code: string };

function finding({ code, status, message, fix, places }: Found): Part {
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
