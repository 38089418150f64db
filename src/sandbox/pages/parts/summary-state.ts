import type { CheckRunRecord } from "../../forge/records/check.js";
import type { Running } from "./checks/check-icon.js";

/** The state of several checks: a check under way decides first, then a failed one. */
export function summaryOf(runs: readonly CheckRunRecord[]): Running {
  if (runs.some(({ status }) => status !== "completed")) return { status: "in_progress", conclusion: null };
  const good = new Set(["success", "neutral", "skipped"]);
  const failed = runs.some(({ conclusion }) => conclusion === null || !good.has(conclusion));
  return { status: "completed", conclusion: failed ? "failure" : "success" };
}
