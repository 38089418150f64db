import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { lostReview, reviewAgain } from "../debate/review-again.js";
import type { ModuleWork } from "../modules/module-work.js";
import { begunAgain, heardFromGates, type TaskWork } from "../modules/task-work.js";
import { agreedByPerson, arePackagesOpen, stageToGoOn } from "../packages/apply-package-event.js";
import { planByOverride } from "../planning/review-plan.js";
import { shipByPerson } from "../shipping/ship-by-person.js";
import { RecommendedResolution } from "./escalation/escalation.js";
import type { HumanResolution, ResolutionAction } from "./resolution/human-resolution.js";

/** Where the work continues after a person's resolution (requirements.md#resolutions, requirements.md#resuming). */
export function reenterWork(work: TaskWork, resolution: HumanResolution): TaskWork {
  switch (resolution.action) {
    case "APPROVE_OVERRIDE":
      return planByOverride(work) ?? agreedByPerson(work) ?? overridden(work);
    case "REVISE_PLAN":
      return work.stage.stage === "halted"
        ? { ...begunAgain(work), plan_by_person: work.stage.escalation }
        : begunAgain(work);
    case "PROVIDE_FIX":
    case "KEEP_AND_ABANDON":
    case "KEEP_AND_SPLIT":
      return goOn(work); // another event of the same commit says what is committed first
    case "PROVIDE_PUSHED_FIX":
      return readingOf(work, resolution);
    case "REVIEW_AGAIN":
      return reviewAgain(goOn(work), resolution);
    case "AMEND_SPEC":
    case "RETRY_TASK":
    case "ABANDON_TASK":
    case "SPLIT_TASK":
    case "APPROVE_INTERFACE_CHANGE":
    case "REJECT_INTERFACE_CHANGE":
      return work; // dispatched again later, or never: the next attempt resets it
    default:
      return resolution satisfies never;
  }
}

const NEEDS_WORK: ReadonlySet<ResolutionAction> = new Set(["APPROVE_OVERRIDE", "PROVIDE_FIX", "PROVIDE_PUSHED_FIX"]);

/** Why this resolution is impossible for the work as it halted, and what the person can do instead. */
export function checkReentry(work: TaskWork, action: ResolutionAction): Outcome<null> {
  if (action === "REVIEW_AGAIN") return checkReviewAgain(work);
  if (!NEEDS_WORK.has(action)) return accept(null);
  const instead =
    "Say `/factory revise-plan`, `/factory amend-spec`, `/factory split`, `/factory retry` or `/factory abandon`";
  if (action === "APPROVE_OVERRIDE" && work.proposed_plan !== undefined) return accept(null);
  if (work.modules.length === 0) {
    const isTakenBack = work.stage.stage === "halted" && work.stage.cause.kind === "taken-back";
    const why = isTakenBack ? "The task was taken back" : "The task halted before there was a plan";
    return refuse("nothing-planned", `${why}, so there is nothing to ship or to fix. ${instead}.`);
  }
  if (work.put_back !== undefined && action !== "APPROVE_OVERRIDE") {
    return refuse(
      "not-narrowed",
      "What is not kept is still on the branch, and is taken off before anything else: take other commits off the branch, open the pull request again if it is closed, and say `/factory override` with your reason; or say `/factory retry` or `/factory abandon`.",
    );
  }
  const packages = checkPackagesReentry(work, action);
  if (packages !== undefined) return packages;
  const unbuilt = work.modules.filter(({ step, written_in }) => step.step === "failed" && written_in === undefined);
  if (unbuilt.length === 0) return accept(null);
  const names = unbuilt.map(({ module_ref }) => module_ref).join(", ");
  return refuse("nothing-built", `Nothing of ${names} was written that could be shipped or fixed. ${instead}.`, {
    names,
  });
}

function checkReviewAgain(work: TaskWork): Outcome<null> {
  if (lostReview(work) !== undefined) return accept(null);
  return refuse("no-lost-review", "It is not one review alone that is missing, so there is none to ask for again.");
}

/** Recommendations that would be refused. A fix is possible in either form. */
export function impossibleFor(work: TaskWork): RecommendedResolution[] {
  const isPossible = (action: ResolutionAction) => checkReentry(work, action).ok;
  return RecommendedResolution.options.filter(
    (action) => !isPossible(action) && !(action === "PROVIDE_FIX" && isPossible("PROVIDE_PUSHED_FIX")),
  );
}

/**
 * Nothing is built before its packages are resolved: a rationale does not replace a hash, and a fix would consist of
 * manifest and lock file.
 */
function checkPackagesReentry(work: TaskWork, action: ResolutionAction): Outcome<null> | undefined {
  const { stage } = work;
  if (stage.stage !== "halted" || !arePackagesOpen(work)) return undefined;
  const refused = action === "APPROVE_OVERRIDE" && stage.cause.kind === "dependencies-refused";
  if (!refused && action !== "PROVIDE_FIX") return accept(null);
  return refuse(
    "packages-unsettled",
    "Nothing is built before its packages are there. Push manifest and lock file to the branch and say `/factory fix <what you did>`, or say `/factory revise-plan`, `/factory retry` or `/factory abandon`.",
  );
}

/**
 * The same work, continued. Failed modules stay failed and interrupted ones repeat their step. If all have shipped, the
 * whole branch is judged again on the present base.
 */
function goOn(work: TaskWork): TaskWork {
  return { ...heardFromGates(work), halting: null, stage: stageToGoOn(work), modules: work.modules.map(askedAgain) };
}

/** Requests gates that a halt interrupted again. */
function askedAgain(module: ModuleWork): ModuleWork {
  return module.step.step === "gating" ? { ...module, step: { ...module.step, gates: null } } : module;
}

function readingOf(work: TaskWork, { head, fix_description }: { head: string; fix_description: string }): TaskWork {
  const from = work.head ?? work.start;
  if (from === null) return goOn(work);
  const question = work.questions + 1;
  const stage = { stage: "reading-fix", question, from, fix_description } as const;
  return { ...goOn(work), questions: question, head, stage };
}

/** Ships without debate, as far as there is something to ship. */
function overridden(work: TaskWork): TaskWork {
  const { stage, head } = work;
  if (stage.stage !== "halted" || head === null) return goOn(work);
  const { escalation } = stage;
  if (stage.cause.kind === "merge-tree-mismatch") return { ...goOn(work), merge_kept_in: escalation };
  return goOn({ ...work, modules: work.modules.map((module) => shipByPerson(module, { escalation, head })) });
}
