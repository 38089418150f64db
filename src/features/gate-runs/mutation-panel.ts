import type { GateReport } from "../../domain/gates/gate-report.js";
import {
  type MutationReport,
  mutationScore,
  survivorsOf,
  type TriedMutants,
} from "../../domain/gates/mutation-report.js";
import { inlineCode } from "../../render/code.js";
import { cutLine } from "../../render/cut.js";
import type { Part } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";

const MOST = 20;

/** The panel of each report that has mutants. */
export function mutationParts(reports: readonly Pick<GateReport, "mutation">[]): Part[] {
  return reports.flatMap(({ mutation }) =>
    mutation === undefined
      ? []
      : [{ text: mutationPanel(mutation), whenLeftOut: "_The mutants are left out: they did not fit._" }],
  );
}

/** The mutants in gate 2: how many the tests noticed, by clause, and each that nothing notices. */
function mutationPanel(mutation: MutationReport): string {
  if (mutation.kind === "left-out")
    return `**Mutants**: none tried, because ${cutLine(plainLine(mutation.reason), 500)}.`;
  const { mutants, left, clauses } = mutation;
  const survivors = survivorsOf(mutation);
  const rows = survivors
    .slice(0, MOST)
    .map(({ path, line, change, fate }) => `| ${inlineCode(`${path}:${line}`)} | ${change} | ${FATES[fate]} |`);
  const more = survivors.length - rows.length;
  return [
    `**Mutants**: the tests notice ${mutationScore(mutants)} % of ${mutants.length} mistakes (${counts(mutation)})${left > 0 ? `; ${left} more were not tried` : ""}.`,
    ...(clauses.length === 0 ? [] : ["", "| clause | tests | mistakes they notice |", "|---|---|---|"]),
    ...clauses.map(
      ({ clause, tests, killed }) => `| ${plainLine(clause)} | ${tests} | ${killed === 0 ? "**0**" : killed} |`,
    ),
    ...(rows.length === 0 ? [] : ["", "| unnoticed at | what was changed | result |", "|---|---|---|", ...rows]),
    ...(more > 0 ? ["", `_${more} more are in the report._`] : []),
  ].join("\n");
}

const FATES = {
  killed: "killed",
  survived: "survived",
  "timed-out": "timed out",
  "not-covered": "not covered",
} as const;

function counts({ mutants }: Pick<TriedMutants, "mutants">): string {
  const fates = Object.keys(FATES) as (keyof typeof FATES)[];
  return fates
    .map((fate) => `${mutants.filter((mutant) => mutant.fate === fate).length} ${FATES[fate]}`)
    .filter((words) => !words.startsWith("0 "))
    .join(", ");
}
