import type { Config } from "../domain/config/config.js";
import type { FactoryState } from "../domain/factory/factory-state.js";
import type { GateRequest } from "../domain/gates/gate-request.js";
import { gateRequests } from "../domain/work/gates-awaited.js";
import type { SetupKit } from "../setup/setup-kit.js";
import { setupBranch, specBranch, taskBranch, upgradeBranch } from "./branches.js";
import { closedKey } from "./decisions/notice-ended.js";
import { releaseBranches, suitesAwaited } from "./release/release-wanted.js";

/** The runs whose end is waited for. */
function awaitedRuns({ work, project }: FactoryState): GateRequest[] {
  return Object.entries(work).flatMap(([task, { stage, modules }]): GateRequest[] => {
    if (project?.tasks[task]?.status !== "IN_PROGRESS") return [];
    if (stage.stage === "integrating")
      return stage.gates === null ? [] : gateRequests(stage.gates, { task, module: null });
    return modules.flatMap(({ step, module_ref }) =>
      step.step === "gating" && step.gates !== null ? gateRequests(step.gates, { task, module: module_ref }) : [],
    );
  });
}

/** Whether a pull request of ours is open on which people may write. */
function hasReviewers({ product, project }: FactoryState): boolean {
  if (project === null) return product?.phase === "awaiting-approval";
  return Object.values(project.tasks).some(({ status }) => status === "IN_PROGRESS" || status === "HALTED");
}

/** What to look at in this state: our own branches that can still move, and the comments not read yet. */
export function wantedOf(state: FactoryState | null, { branch_prefix, labels }: Config, kit: SetupKit | null) {
  const tasks = Object.entries(state?.project?.tasks ?? {})
    .filter(
      ([, { status, pull_request }]) =>
        status === "IN_PROGRESS" ||
        status === "HALTED" ||
        (status === "ABANDONED" && pull_request !== null && !state?.noted.includes(closedKey(pull_request))),
    )
    .map(([task]) => taskBranch(branch_prefix, task));
  return {
    branches: [
      setupBranch(branch_prefix),
      ...(kit === null ? [] : [upgradeBranch(branch_prefix, kit.workflow)]),
      ...(state === null ? [] : [specBranch(branch_prefix, state.request.issue)]),
      ...tasks,
      ...(state === null ? [] : releaseBranches(state, branch_prefix)),
    ],
    startLabel: labels.start,
    quickLabel: labels.quick,
    labels: Object.values(labels),
    commentsSince: state?.inbox.since ?? null,
    gateRuns: state === null ? [] : [...awaitedRuns(state), ...suitesAwaited(state)],
    remarksSince: state !== null && hasReviewers(state) ? state.inbox.since : null,
    sealing: state?.project?.status !== "PAUSED",
  };
}
