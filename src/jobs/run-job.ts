import { isPassingFault, LimitedUntil } from "../domain/errors.js";
import type { Instant } from "../domain/ids.js";
import { Refused } from "../domain/refusal.js";
import type { FactoryEvent } from "../engine/event.js";
import type { JobEffect, JobResult, RepositoryRef } from "../engine/ports.js";
import { wordsOf } from "../features/failing-jobs/failing-job.js";
import { proposeAmendment } from "../roles/amendment-proposer/propose-amendment.js";
import { adjudicateModule } from "../roles/arbiter/adjudicate-module.js";
import { announcer, NoLongerAsked } from "../roles/asking/announce-question.js";
import { askAgainLater } from "../roles/asking/ask-again-later.js";
import { BudgetReached, budgetResult, withinBudget } from "../roles/asking/within-budget.js";
import { challengeModule } from "../roles/challenger/challenge-module.js";
import { reviewPlan } from "../roles/challenger/review-plan.js";
import { askJudge } from "../roles/judge/ask-judge.js";
import { planTask } from "../roles/planner/plan-task.js";
import { draftSpec } from "../roles/product/draft-spec.js";
import { buildModule } from "../roles/proposer/build-module.js";
import type { JobPorts, RunPorts } from "../roles/reading/job-ports.js";
import { debateContract } from "../roles/reviewers/debate-contract.js";
import { prepareDeprecation } from "./deprecation/prepare-deprecation.js";
import { readFix } from "./fix/read-fix.js";
import { findConsumers } from "./interface-change/find-consumers.js";
import { judgePackages } from "./packages/judge-packages.js";
import { prepareRelease } from "./release/prepare-release.js";
import { tagRelease } from "./release/tag-release.js";
import { judgeSeals } from "./seals/judge-seals.js";
import { watchSeals } from "./seals/watch-seals.js";
import { shipModule } from "./shipping/ship-module.js";
import { prepareUndo } from "./undo/prepare-undo.js";

/** Runs a job. Its result is events, with the files they refer to. */
export async function runJob(repository: RepositoryRef, effect: JobEffect, ports: RunPorts): Promise<JobResult> {
  // It starts right after the state that calls for it was read or committed here: it works on that state.
  const begun = ports.state.recall(repository);
  const now = () => ports.clock.now();
  const { accounts, inTurn } = ports;
  const announce = announcer({ repository, effect, state: ports.state, now, inTurn, accounts });
  const bounded = withinBudget(ports.model, { repository, store: ports.state, begun, accounts, announce });
  const later = askAgainLater(bounded, {
    job: effect.key,
    now,
    postponed: async () => {
      const loaded = ports.state.recall(repository) ?? (await ports.state.load(repository));
      return loaded.kind === "loaded" ? loaded.state.postponed?.[effect.key] : undefined;
    },
  });
  const { model } = later;
  const state = begun === undefined ? ports.state : { ...ports.state, load: async () => begun };
  try {
    return later.withPacks(await perform(repository, effect, { ...ports, model, state }));
  } catch (error) {
    if (error instanceof BudgetReached) return later.withPacks(budgetResult(error, effect, ports.clock.now()));
    if (error instanceof LimitedUntil) return later.putOff(error);
    if (error instanceof NoLongerAsked) return later.unanswered();
    // Without a state there is nothing to count in.
    const isCounted = counts(error) && (begun ?? (await ports.state.load(repository))).kind === "loaded";
    const failed = isCounted ? [jobFailure(effect, error, ports.clock.now())] : [];
    const broken = later.brokenBy(error, failed);
    if (broken === undefined) throw error;
    return broken;
  }
}

/**
 * A passing fault ends by itself. A refused file has a comment of its own, and work goes on when a person has mended it.
 */
function counts(error: unknown): boolean {
  return !isPassingFault(error) && !(error instanceof Refused);
}

/** A job that keeps failing with the same words halts its task (decisions.md#the-same-error-three-times). */
function jobFailure(effect: JobEffect, error: unknown, at: Instant): FactoryEvent {
  const what = effect.kind === "ask-role" ? `ask-role (${effect.activity})` : effect.kind;
  const task = "task" in effect ? effect.task : null;
  return { kind: "job-failed", at, job: effect.key, what, task, why: wordsOf(error) };
}

function perform(repository: RepositoryRef, effect: JobEffect, ports: JobPorts): Promise<JobResult> {
  switch (effect.kind) {
    case "draft-spec":
      return draftSpec(repository, effect, ports);
    case "ship-module":
      return shipModule(repository, effect, ports);
    case "read-fix":
      return readFix(repository, effect, ports);
    case "judge-packages":
      return judgePackages(repository, effect, ports);
    case "debate-contract":
      return debateContract(repository, effect, ports);
    case "find-consumers":
      return findConsumers(repository, effect, ports);
    case "prepare-release":
      return prepareRelease(repository, effect, ports);
    case "tag-release":
      return tagRelease(repository, effect, ports);
    case "prepare-deprecation":
      return prepareDeprecation(repository, effect, ports);
    case "prepare-undo":
      return prepareUndo(repository, effect, ports);
    case "judge-seals":
      return judgeSeals(repository, effect, ports);
    case "watch-seals":
      return watchSeals(repository, effect, ports);
    case "ask-role":
      switch (effect.activity) {
        case "plan":
          return planTask(repository, effect, ports);
        case "review-plan":
          return reviewPlan(repository, effect, ports);
        case "challenge":
          return challengeModule(repository, effect, ports);
        case "adjudicate":
          return adjudicateModule(repository, effect, ports);
        case "judge":
          return askJudge(repository, effect, ports);
        case "propose":
          return proposeAmendment(repository, effect, ports);
        default:
          return buildModule(repository, effect, ports);
      }
    default:
      return effect satisfies never;
  }
}
