import type { ReportFormat } from "../../domain/config/report-format.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { readCargoTest } from "./cargo-test.js";
import { readGoTestJson } from "./go-test-json.js";
import { readJunitXml } from "./junit-xml.js";
import { readNodeTest } from "./node-test.js";
import type { ReportedRun, ReportReader, ReportText } from "./reported-run.js";
import { readTap } from "./tap.js";
import { readJestJson, readVitestJson } from "./vitest-json.js";

const READERS: Readonly<Record<ReportFormat, ReportReader>> = {
  "node-test": readNodeTest,
  "vitest-json": readVitestJson,
  "jest-json": readJestJson,
  junit: readJunitXml,
  surefire: readJunitXml,
  "go-json": readGoTestJson,
  cargo: readCargoTest,
  tap: readTap,
};

/** Parses the report of one run of a test command: one report, or several if the runner writes one for each class. */
export function readReports(
  format: ReportFormat,
  texts: readonly string[],
  facts: Omit<ReportText, "text">,
): Outcome<ReportedRun> {
  if (texts.length === 0) return refuse("report-missing", "the test command left no report");
  const runs: ReportedRun[] = [];
  for (const text of texts) {
    const run = READERS[format]({ text, ...facts });
    if (!run.ok) return run;
    runs.push(run.value);
  }
  return accept({
    tests: runs.flatMap(({ tests }) => tests),
    broken: runs.flatMap(({ broken }) => broken),
    assertions: null,
  });
}
