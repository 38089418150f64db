/**
 * The results of a commit's checks: commit statuses, the newest per context, and check runs, the newest per App and
 * name.
 */
import type { CheckRunRecord } from "../../records/check.js";
import type { RequiredCheck } from "../../records/protection.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { latestRuns, runsOf, suitesOf } from "./check-suites.js";

export type CheckResult = {
  readonly context: string;
  /** The App that reported it; null for commit statuses of people. */
  readonly appId: number | null;
  readonly state: "success" | "failure" | "pending";
};

export function checkResults(repository: RepositoryRecord, sha: string): CheckResult[] {
  const newest = new Map((repository.statuses.get(sha) ?? []).map((status) => [status.context, status]));
  const statuses = [...newest.values()].map(
    ({ context, state }): CheckResult => ({ context, appId: null, state: state === "error" ? "failure" : state }),
  );
  const runs = latestRuns(suitesOf(repository, sha).flatMap((suite) => runsOf(repository, suite)));
  return [...statuses, ...runs.map((run) => ({ context: run.name, appId: run.appId, state: stateOf(run) }))];
}

/** Neutral and skipped count as success for a required check. */
function stateOf({ status, conclusion }: CheckRunRecord): CheckResult["state"] {
  if (status !== "completed") return "pending";
  return conclusion === "success" || conclusion === "neutral" || conclusion === "skipped" ? "success" : "failure";
}

/** The required checks that have not succeeded on this commit. */
export function unmetChecks(
  repository: RepositoryRecord,
  sha: string,
  required: readonly RequiredCheck[],
): RequiredCheck[] {
  const results = checkResults(repository, sha);
  return required.filter(
    ({ context, appId }) =>
      !results.some(
        (result) =>
          result.context === context && result.state === "success" && (appId === null || result.appId === appId),
      ),
  );
}
