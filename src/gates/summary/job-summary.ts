import { isUnconfined } from "../../domain/gates/confinement.js";
import type { CommandResult, ValidatorResult } from "../../domain/gates/gate-report.js";
import { GATE_NAMES, GATE_NUMBERS } from "../../domain/gates/validator-code.js";
import { foldStatuses, type GateStatus, isBlocking } from "../../domain/validation/gate-status.js";
import { foundAt } from "./found-at.js";

/** The content of a job's summary. */
export type SummaryFacts = {
  readonly title: string;
  readonly validators: readonly ValidatorResult[];
  readonly commands: readonly CommandResult[];
  readonly confinement: string;
};

const SIGNS: Readonly<Record<GateStatus, string>> = {
  PASSED: "✅",
  WARNING: "⚠️",
  SKIPPED: "⏭️",
  FAILED: "❌",
  NOT_RUN: "⛔",
  VACUOUS: "🫥",
};

/** GitHub shows at most a mebibyte of summary, so the most important part comes first and logs last. */
const MAX_CHARACTERS = 900_000;

/** The Markdown of a job's summary: gates, then failures with place and fix, then all validators, then folded logs. */
export function jobSummary({ title, validators, commands, confinement }: SummaryFacts): string {
  const ordered = [...validators].sort((one, other) => rank(one.status) - rank(other.status) || one.gate - other.gate);
  // Validators after a failing gate have nothing to show. In the failing gate, those that did not run explain the
  // failure.
  const failedAt = Math.min(...validators.filter(({ status }) => isBlocking(status)).map(({ gate }) => gate));
  const failures = ordered.filter(
    ({ status, gate }) => isBlocking(status) && (status !== "NOT_RUN" || gate === failedAt),
  );
  const parts = [
    `## ${cell(title)}`,
    isUnconfined(confinement)
      ? `> [!WARNING]\n> Nothing confines code under test on this machine: ${cell(confinement)}`
      : "",
    gateTable(validators),
    ...failures.map(section),
    ...ordered.filter((each) => each.status === "WARNING" && foundAt(each).length > 0).map(section),
    validatorTable(ordered),
    commandTable(commands),
    `Confinement: ${cell(confinement)}`,
    ...commands.filter(({ output }) => output !== "").map(foldedLog),
  ];
  return withinLimit(parts.filter((part) => part !== ""));
}

function section(result: ValidatorResult): string {
  const where = foundAt(result).map((line) => `- ${cell(line)}`);
  return [
    `### ${result.status === "WARNING" ? SIGNS.WARNING : SIGNS.FAILED} ${result.code}`,
    cell(result.message),
    ...(where.length === 0 ? [] : [where.join("\n")]),
    `**Fix:** ${cell(result.fix)}`,
  ].join("\n\n");
}

function rank(status: GateStatus): number {
  return ["FAILED", "VACUOUS", "NOT_RUN", "WARNING", "PASSED", "SKIPPED"].indexOf(status);
}

function gateTable(validators: readonly ValidatorResult[]): string {
  const rows = GATE_NUMBERS.flatMap((gate) => {
    const statuses = validators.filter((validator) => validator.gate === gate).map(({ status }) => status);
    if (statuses.length === 0) return [];
    const status = foldStatuses(statuses);
    const passed = statuses.filter((each) => each === "PASSED").length;
    return [`| ${gate} ${GATE_NAMES[gate]} | ${SIGNS[status]} ${status} | ${passed} of ${statuses.length} |`];
  });
  return rows.length === 0 ? "" : ["| Gate | Result | Passed |", "|---|---|---|", ...rows].join("\n");
}

function validatorTable(validators: readonly ValidatorResult[]): string {
  if (validators.length === 0) return "";
  const rows = validators.map(
    ({ code, status, message, duration_ms }) =>
      `| ${SIGNS[status]} | \`${code}\` | ${cell(message)} | ${Math.round(duration_ms)} |`,
  );
  return ["| | Validator | Message | ms |", "|---|---|---|---|", ...rows].join("\n");
}

function commandTable(commands: readonly CommandResult[]): string {
  if (commands.length === 0) return "";
  const rows = commands.map(
    ({ name, status, required, exit_code, duration_ms }) =>
      `| ${SIGNS[status]} | ${cell(name)}${required ? "" : " (optional)"} | ${exit_code ?? ""} | ${Math.round(duration_ms)} |`,
  );
  return ["| | Command | Exit code | ms |", "|---|---|---|---|", ...rows].join("\n");
}

function foldedLog({ name, status, output }: CommandResult): string {
  const longest = Math.max(2, ...[...output.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `<details><summary>${SIGNS[status]} ${cell(name)}</summary>\n\n${fence}text\n${output}\n${fence}\n\n</details>`;
}

/** One line that cannot leave its table cell, start markup or mention a user. */
function cell(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_[\]|#@!]/g, "\\$&")
    .slice(0, 2_000);
}

function withinLimit(parts: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length + 2;
    if (length > MAX_CHARACTERS)
      return `${kept.join("\n\n")}\n\n${parts.length - kept.length} more logs do not fit here.\n`;
    kept.push(part);
  }
  return `${kept.join("\n\n")}\n`;
}
