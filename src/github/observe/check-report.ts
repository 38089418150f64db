import type { z } from "zod";
import { GateReport } from "../../domain/gates/gate-report.js";
import type { GateRequest } from "../../domain/gates/gate-request.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/** The fields of the request that a report must repeat. */
const BOUND = ["nonce", "part", "run_type", "base_sha", "head_sha"] as const;
const MAX_PROBLEMS = 5;

/**
 * A report is accepted only if it is well formed and about exactly what was requested
 * (decisions.md#reports-are-untrusted).
 */
export function checkReport(value: unknown, request: GateRequest): Outcome<GateReport> {
  const report = GateReport.safeParse(value);
  if (!report.success) return refuse("report-malformed", `the report is malformed: ${problemsOf(report.error)}`);
  const wrong = BOUND.find((field) => report.data[field] !== request[field]);
  if (wrong === undefined) return accept(report.data);
  return refuse(
    "report-of-another-run",
    `the report's ${wrong} is ${report.data[wrong]}, but the run was asked about ${request[wrong]}`,
    { field: wrong },
  );
}

function problemsOf({ issues }: z.ZodError): string {
  const shown = issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.join(".") || "(top level)"}: ${message}`);
  const rest = issues.length - shown.length;
  return `${shown.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}
