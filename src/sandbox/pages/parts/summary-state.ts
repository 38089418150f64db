import type { CheckRunRecord } from "../../forge/records/check.js";
import type { Running } from "./checks/check-sign.js";

/** Many checks as one: what goes on decides, then what failed. */
export function summaryOf(runs: readonly CheckRunRecord[]): Running {
  if (runs.some(({ status }) => status !== "completed")) return { status: "in_progress", conclusion: null };
  const good = new Set(["success", "neutral", "skipped"]);
  const failed = runs.some(({ conclusion }) => conclusion === null || !good.has(conclusion));
  return { status: "completed", conclusion: failed ? "failure" : "success" };
}
