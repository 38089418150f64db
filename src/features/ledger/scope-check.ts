import type { ScopeProblem } from "../../domain/ledger/scope-problems.js";
import { CHECK_SUMMARY_BYTES } from "../../render/check-digest.js";
import type { CheckOutput } from "../../render/check-output.js";
import { fitParts } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";

const MOST_ROWS = 200;

/** `factory / scope`: whether every requirement keeps what shows it (decisions.md#the-check-of-the-scope). */
export function scopeCheck(problems: readonly ScopeProblem[], isFork: boolean): CheckOutput {
  const nothing = { text: "", annotations: [] };
  if (problems.length === 0) {
    const summary = "Every requirement that this pull request touches keeps what shows it.";
    return {
      status: { kind: "completed", conclusion: "success" },
      title: "No requirement loses its proof",
      summary,
      ...nothing,
    };
  }
  const count = new Set(problems.map(({ id }) => id)).size;
  const title = `${count} ${count === 1 ? "requirement" : "requirements"} would lose what shows ${count === 1 ? "it" : "them"}`;
  const rows = problems
    .slice(0, MOST_ROWS)
    .map(({ id, where, why }) => `| ${id} | ${plainLine(where)} | ${plainLine(why)} |`);
  const more = problems.length - rows.length;
  const table = ["| requirement | asked for in | what is wrong |", "|---|---|---|", ...rows].join("\n");
  return {
    status: { kind: "completed", conclusion: isFork ? "neutral" : "failure" },
    title,
    summary: fitParts(
      `${title}. Keep the tests, or end the requirement by a change of the spec. \`factory trace <id>\` shows the chain.`,
      [
        { text: table, whenLeftOut: `_${problems.length} rows did not fit._` },
        ...(more > 0 ? [{ text: `_and ${more} more_`, whenLeftOut: "" }] : []),
      ],
      { bytes: CHECK_SUMMARY_BYTES },
    ),
    ...nothing,
  };
}
