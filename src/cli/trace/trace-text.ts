import type { TraceRow } from "../../domain/ledger/trace.js";

/** The chains as people read them: each statement once, below it what shows it. */
export function traceText(chains: readonly TraceRow[], webUrl: string | null): string {
  const lines: string[] = [];
  let [id, criterion] = ["", ""];
  for (const row of chains) {
    if (row.id !== id) {
      if (lines.length > 0) lines.push("");
      const from = row.source === null ? "assumed" : `${row.source.file}:${row.source.lines}`;
      lines.push(`${row.id}  ${from}${row.ended ? "  (ended)" : ""}`, `  ${oneLine(row.says)}`);
      if (row.no_test !== null) lines.push(`  no test: ${oneLine(row.no_test)}`);
      [id, criterion] = [row.id, ""];
    }
    if (row.criterion === null) continue;
    const named = `${row.task ?? row.spec_task}: ${oneLine(row.criterion)}`;
    if (named !== criterion) lines.push(`  -> ${named}`);
    criterion = named;
    lines.push(...proofLines(row, webUrl).map((line) => `     ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

function proofLines(row: TraceRow, webUrl: string | null): string[] {
  const { test, test_at, clauses, assertion, module, commit, pull_request, merge, release } = row;
  if (module === null) return ["nothing shows it yet"];
  const shown = test === null ? (assertion === null ? "no test" : `assertion: ${oneLine(assertion)}`) : oneLine(test);
  const at = test_at === null ? "" : `  ${test_at.file}:${test_at.line}`;
  const answers = clauses.length === 0 ? "" : `  (${clauses.join(", ")})`;
  const link = (path: string) => (webUrl === null ? "" : `  ${webUrl}/${path}`);
  return [
    `-> ${shown}${at}${answers}`,
    `   passed in ${module} at ${commit}${link(`commit/${commit}`)}`,
    ...(pull_request === null ? [] : [`   pull request #${pull_request}${link(`pull/${pull_request}`)}`]),
    ...(merge === null ? [] : [`   merged as ${merge}${link(`commit/${merge}`)}`]),
    ...(release === null ? [] : [`   released in ${release}`]),
  ];
}

/** Texts of others are one line without control characters: a terminal would obey them. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cf}]/gu, "");
}
