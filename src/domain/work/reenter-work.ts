import type { HumanResolution, ResolutionAction } from "../decisions/human-resolution.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { Colour } from "./gates-awaited.js";
import type { ModuleWork } from "./module-work.js";
import { LAST_ROUND } from "./offered-fix.js";
import { begunAgain, type TaskWork } from "./task-work.js";

/** Where a person's resolution lets the work go on (seed 002, 17.2 and 17.3). */
export function reenterWork(work: TaskWork, resolution: HumanResolution): TaskWork {
  switch (resolution.action) {
    case "APPROVE_OVERRIDE":
      return overridden(work);
    case "REVISE_PLAN":
      return work.stage.stage === "halted"
        ? { ...begunAgain(work), plan_by_person: work.stage.escalation }
        : begunAgain(work);
    case "PROVIDE_FIX":
      return goOn(work);
    case "PROVIDE_PUSHED_FIX":
      return readingOf(work, resolution);
    case "AMEND_SPEC":
    case "RETRY_TASK":
    case "ABANDON_TASK":
    case "SPLIT_TASK":
      return work; // dispatched again later, or never: the start of the next attempt forgets this one
    default:
      return resolution satisfies never;
  }
}

const NEEDS_WORK: ReadonlySet<ResolutionAction> = new Set(["APPROVE_OVERRIDE", "PROVIDE_FIX", "PROVIDE_PUSHED_FIX"]);

/** Why the work as it halted leaves nothing for this resolution to go on from; what a person can say instead. */
export function checkReentry(work: TaskWork, action: ResolutionAction): Outcome<null> {
  if (!NEEDS_WORK.has(action)) return accept(null);
  const instead =
    "Say `/factory revise-plan`, `/factory amend-spec`, `/factory split`, `/factory retry` or `/factory abandon`";
  if (work.modules.length === 0) {
    return refuse(
      "nothing-planned",
      `The task halted before there was a plan, so there is nothing to ship or to fix. ${instead}.`,
    );
  }
  const unbuilt = work.modules.filter(({ step, written_in }) => step.step === "failed" && written_in === undefined);
  if (unbuilt.length === 0) return accept(null);
  const names = unbuilt.map(({ module_ref }) => module_ref).join(", ");
  return refuse("nothing-built", `Nothing of ${names} was written that could be shipped or fixed. ${instead}.`, {
    names,
  });
}

/**
 * The same work, going on. Modules that failed stay failed and those that were in the middle of something repeat it;
 * when all have shipped, the whole branch is judged again on the base as it is then.
 */
function goOn(work: TaskWork): TaskWork {
  return { ...work, halting: null, lost_gates: 0, stage: { stage: "building" }, modules: work.modules.map(askedAgain) };
}

/** Gates that a halt interrupted are asked for again. */
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

/** Shipped without debate; gates still apply, so work that was not green is gated once more (seed 002, 17.2). */
function overridden(work: TaskWork): TaskWork {
  const { stage, head } = work;
  if (stage.stage !== "halted" || head === null) return goOn(work);
  const modules = work.modules.map((module): ModuleWork => {
    const question = module.written_in;
    if (module.step.step !== "failed" || question === undefined) return module;
    const approved = { ...module, overridden_in: stage.escalation, progress: LAST_ROUND };
    if (module.judged !== null && module.failures.length === 0) return { ...approved, step: { step: "approved" } };
    const [colour, ...later] = coloursOf(module);
    // Like an amendment: once green, it ships without being debated again.
    return { ...approved, step: { step: "gating", move: "amend", question, head, colour, later, gates: null } };
  });
  return goOn({ ...work, modules });
}

/** What was not red as it should be cannot be green either. */
function coloursOf({ lock, concluded }: ModuleWork): readonly [Colour, ...Colour[]] {
  return lock === null || concluded?.run_type === "CONTRACT" ? ["red", "green"] : ["green"];
}
