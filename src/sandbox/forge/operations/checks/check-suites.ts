/** Check suites: found or created per commit and App. Their state derives from their runs. */
import type { Hub } from "../../hub.js";
import type { CheckConclusion, CheckRunRecord, CheckStatus, CheckSuiteRecord } from "../../records/check.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchOf } from "../../ref-names.js";

/** The id of the App behind the check runs of Actions' jobs. It is the id on github.com, because code may know it. */
export const ACTIONS_APP_ID = 15_368;

export function suitesOf(repository: RepositoryRecord, sha: string): CheckSuiteRecord[] {
  return (repository.suitesByCommit.get(sha) ?? []).flatMap((id) => repository.checkSuites.get(id) ?? []);
}

export function runsOf(repository: RepositoryRecord, suite: CheckSuiteRecord): CheckRunRecord[] {
  return suite.runIds.flatMap((id) => repository.checkRuns.get(id) ?? []);
}

type SuiteKey = { readonly appId: number; readonly headSha: string };

export function findSuite(repository: RepositoryRecord, { appId, headSha }: SuiteKey): CheckSuiteRecord | undefined {
  return suitesOf(repository, headSha).find((suite) => suite.appId === appId && suite.workflowRunId === null);
}

export function createSuite(
  hub: Hub,
  repository: RepositoryRecord,
  key: SuiteKey & { readonly headBranch?: string | null; readonly workflowRunId?: number },
): CheckSuiteRecord {
  const { appId, headSha, headBranch = branchAt(hub, repository, headSha), workflowRunId = null } = key;
  const now = hub.now();
  const suite: CheckSuiteRecord = {
    id: hub.nextId(),
    appId,
    headSha,
    headBranch,
    runIds: [],
    isRerequested: false,
    workflowRunId,
    createdAt: now,
    updatedAt: now,
  };
  repository.checkSuites.set(suite.id, suite);
  repository.suitesByCommit.set(headSha, [...(repository.suitesByCommit.get(headSha) ?? []), suite.id]);
  return suite;
}

function branchAt(hub: Hub, repository: RepositoryRecord, sha: string): string | null {
  for (const [ref, at] of hub.git(repository).refs) {
    const branch = at === sha ? branchOf(ref) : undefined;
    if (branch !== undefined) return branch;
  }
  return null;
}

/** The newest run of each name. An older one no longer counts. */
export function latestRuns(runs: readonly CheckRunRecord[]): CheckRunRecord[] {
  return [...new Map(runs.map((run) => [`${run.appId} ${run.name}`, run])).values()];
}

type SuiteState = { readonly status: CheckStatus; readonly conclusion: CheckConclusion | null };

/** Worst first. The worst conclusion decides the suite, like on GitHub. */
const BY_WEIGHT: readonly CheckConclusion[] = [
  "action_required",
  "timed_out",
  "cancelled",
  "failure",
  "neutral",
  "skipped",
  "success",
];

export function suiteState(repository: RepositoryRecord, suite: CheckSuiteRecord): SuiteState {
  const runs = latestRuns(runsOf(repository, suite));
  if (suite.isRerequested) return { status: "queued", conclusion: null };
  if (runs.length === 0) return emptyState(repository, suite);
  if (runs.some(({ status }) => status !== "completed")) {
    const started = runs.some(({ status }) => status !== "queued");
    return { status: started ? "in_progress" : "queued", conclusion: null };
  }
  const conclusion = BY_WEIGHT.find((candidate) => runs.some((run) => run.conclusion === candidate)) ?? null;
  return { status: "completed", conclusion };
}

/** A suite without check runs is queued, unless its workflow run ended before it had a job. */
function emptyState(repository: RepositoryRecord, { workflowRunId }: CheckSuiteRecord): SuiteState {
  const attempt = repository.runs.get(workflowRunId ?? 0)?.attempts.at(-1);
  if (attempt?.status !== "completed" || attempt.conclusion === null) return { status: "queued", conclusion: null };
  return { status: "completed", conclusion: attempt.conclusion === "startup_failure" ? "failure" : attempt.conclusion };
}
