import type { Config } from "../domain/config/config.js";
import type { GateRequest } from "../domain/gates/gate-request.js";
import type { Sha } from "../domain/ids.js";
import { gateRequests } from "../features/gate-runs/gates-awaited.js";
import { closedKey } from "../features/halts/detect-ended.js";
import { resolveRequest } from "../features/packages/packages-work.js";
import { isPaused } from "../features/pause/is-paused.js";
import { releaseBranches, suitesAwaited } from "../features/release/release-query.js";
import type { SetupKit } from "../features/setup/setup-kit.js";
import { knownVersions } from "../features/shipping/known-versions.js";
import { isFinished } from "../features/spec/reduce-product.js";
import { undoBranches } from "../features/undo/undo-query.js";
import { setupBranch, specBranch, taskBranch, upgradeBranch } from "./branches.js";
import type { FactoryState } from "./factory-state.js";

/** The gate runs that the state waits for. */
function awaitedRuns({ work, project }: FactoryState): GateRequest[] {
  return Object.entries(work).flatMap(([task, { stage, modules }]): GateRequest[] => {
    if (project?.tasks[task]?.status !== "IN_PROGRESS") return [];
    if (stage.stage === "integrating")
      return stage.gates === null ? [] : gateRequests(stage.gates, { task, module: null });
    if (stage.stage === "resolving") return stage.at.step === "running" ? [resolveRequest(stage.at.run, task)] : [];
    return modules.flatMap(({ step, module_ref }) =>
      step.step === "gating" && step.gates !== null ? gateRequests(step.gates, { task, module: module_ref }) : [],
    );
  });
}

/** Whether people may write on one of our open pull requests, or an answer in a thread may not be posted yet. */
function hasReviewers({ product, project, inbox }: FactoryState): boolean {
  if (inbox.pending.some(({ thread }) => thread !== undefined)) return true;
  if (project === null) return product?.phase === "awaiting-approval";
  return Object.values(project.tasks).some(({ status }) => status === "IN_PROGRESS" || status === "HALTED");
}

/** The bases on which complete branches are judged. */
function judgedOn({ work, project }: FactoryState, prefix: string): Record<string, Sha> {
  const complete = Object.entries(work).flatMap(([id, { stage }]) => {
    const task = project?.tasks[id];
    if (task === undefined || (stage.stage !== "integrating" && stage.stage !== "merging")) return [];
    return [[taskBranch(prefix, id, task), stage.base] as const];
  });
  return Object.fromEntries(complete);
}

/** What to observe in this state: our own branches that can still change, and comments that were not read yet. */
export function observationQuery(state: FactoryState | null, { branch_prefix, labels }: Config, kit: SetupKit | null) {
  const tasks = Object.entries(state?.project?.tasks ?? {})
    .filter(
      ([, { status, pull_request }]) =>
        status === "IN_PROGRESS" ||
        status === "HALTED" ||
        (status === "ABANDONED" && pull_request !== null && !state?.noted.includes(closedKey(pull_request))),
    )
    .map(([id, task]) => taskBranch(branch_prefix, id, task));
  return {
    branches: [
      setupBranch(branch_prefix),
      ...(kit === null ? [] : [upgradeBranch(branch_prefix, kit.workflow)]),
      ...(state === null ? [] : [specBranch(branch_prefix, state.request.issue)]),
      ...tasks,
      ...(state === null ? [] : releaseBranches(state, branch_prefix)),
      ...(state === null ? [] : undoBranches(state, branch_prefix)),
    ],
    judgedOn: state === null ? {} : judgedOn(state, branch_prefix),
    startLabel: labels.start,
    quickLabel: labels.quick,
    labels: Object.values(labels),
    commentsSince: state?.inbox.since ?? null,
    commentsRead: state?.inbox.seen ?? [],
    requestInWork: state === null || isFinished(state) || readsIssue(state) ? null : state.request.issue,
    gateRuns: state === null ? [] : [...awaitedRuns(state), ...suitesAwaited(state)],
    remarksSince: state !== null && hasReviewers(state) ? state.inbox.since : null,
    stateBranch: null,
    sealing: state === null || !isPaused(state),
    shipped: Object.keys(knownVersions(state).versions).length > 0,
  };
}

/** Whether the issue itself is still to be built. Then it matters who labelled and who edited it. */
function readsIssue({ request, product }: FactoryState): boolean {
  return request.lane === "quick" && (product === null || product.phase === "waiting-for-spec");
}
