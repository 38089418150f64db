import { GateReport } from "../../domain/gates/gate-report.js";
import type { GateRequest } from "../../domain/gates/gate-request.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/** The results of a run. Results that a run type does not have stay empty. */
export type ReportParts = Partial<
  Pick<
    GateReport,
    | "validators"
    | "inventory"
    | "tests"
    | "suite"
    | "rerun"
    | "assertions"
    | "commands"
    | "resolved_files"
    | "mutation"
    | "merged_tree"
  >
>;

/** The report of a run. It is validated here as the App will validate it: a problem is reported, nothing is cut. */
export function gateReport(
  request: GateRequest,
  runner: GateReport["runner"],
  parts: ReportParts,
): Outcome<GateReport> {
  const { nonce, part, run_type, base_sha, head_sha } = request;
  const report = GateReport.safeParse({
    schema_version: 1,
    nonce,
    part,
    run_type,
    base_sha,
    head_sha,
    validators: [],
    inventory: [],
    tests: [],
    suite: null,
    rerun: [],
    assertions: [],
    commands: [],
    resolved_files: [],
    runner,
    ...parts,
  });
  if (report.success) return accept(report.data);
  const problems = report.error.issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
  return refuse("report-does-not-fit", `the report cannot be made: ${problems.slice(0, 20).join("; ")}`, { problems });
}
