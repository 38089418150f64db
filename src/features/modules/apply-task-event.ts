import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { acceptAmendment, declineAmendment, proposeAmendment, rejectAmendment } from "../amendments/amend-contract.js";
import { addChanged, NO_FILES } from "../checkpoints/changed-files.js";
import { adjudicateModule, challengeModule } from "../debate/debate-module.js";
import { concludeModuleGates } from "../gate-runs/conclude-module-gates.js";
import { judgeMeaning } from "../gate-runs/judge-meaning.js";
import { offerFix, readFix } from "../halts/fix/take-fix.js";
import { narrowWork, takePutBack } from "../halts/narrow-work.js";
import { raiseUpstream } from "../interface-change/raise-upstream.js";
import { endedGates, endedIntegration, returnToModule } from "../merging/return-integration.js";
import { applyPackageEvent, joinPackages } from "../packages/apply-package-event.js";
import { askForPlan, reviewPlan, takePlan } from "../planning/review-plan.js";
import { prepareShip, refuseShip } from "../shipping/ship-module.js";
import { answerAhead } from "./ask-ahead.js";
import { endTask, failModule } from "./end-module.js";
import { isAwaited } from "./questions.js";
import { askRevision } from "./revise-module.js";
import type { TaskEvent } from "./task-event.js";
import { heardFromGates, moduleIdOf, type TaskWork } from "./task-work.js";
import { commitModule, proposeModule, specifyModule } from "./write-module.js";

/**
 * The work after an event, or why the event is impossible. An answer to a question that is not open any more is stale
 * and not used.
 */
export function applyTaskEvent(work: TaskWork, event: TaskEvent): Outcome<TaskWork> {
  switch (event.kind) {
    case "work-opened":
      return openWork(work, event);
    case "plan-made":
      return isAwaited(work, event.question) ? accept(takePlan(work, event)) : stale(event.question);
    case "plan-reviewed":
      return reviewPlan(work, event);
    case "resolve-requested":
    case "resolve-lost":
    case "resolve-reported":
    case "packages-admitted":
    case "packages-committed":
    case "packages-given":
      return applyPackageEvent(work, event);
    case "module-specified":
      return specifyModule(work, event);
    case "module-proposed":
      return proposeModule(work, event);
    case "fix-offered":
      return offerFix(work, event);
    case "fix-read":
      return readFix(work, event);
    case "module-challenged":
      return challengeModule(work, event);
    case "module-adjudicated":
      return adjudicateModule(work, event);
    case "interface-change-raised":
      return raiseUpstream(work, event);
    case "question-failed":
      return questionFailed(work, event);
    case "work-narrowed":
      return narrowWork(work, event);
    case "work-committed":
      return takeCommit(work, event);
    case "gates-requested":
      return requestGates(work, event);
    case "gates-lost":
      return loseGates(work, event);
    case "gates-concluded":
      return event.module_id === null ? concludeIntegration(work, event) : concludeModuleGates(work, event);
    case "module-judged":
      return judgeMeaning(work, event);
    case "amendment-proposed":
      return proposeAmendment(work, event);
    case "amendment-declined":
      return declineAmendment(work, event);
    case "amendment-accepted":
      return acceptAmendment(work, event);
    case "amendment-rejected":
      return rejectAmendment(work, event);
    case "revision-asked":
      return askRevision(work, event.module_id);
    case "ship-prepared":
      return prepareShip(work, event);
    case "ship-refused":
      return refuseShip(work, event);
    case "module-failed":
      return failModule(work, event.module_id, event.cause);
    case "integration-due":
      return integrate(work, event);
    case "integration-returned":
      return returnToModule(work, event);
    case "work-failed":
      return failWork(work, event);
    case "work-halted":
      return accept({
        ...work,
        halting: null,
        stage: {
          stage: "halted",
          escalation: event.escalation,
          cause: event.cause,
          ...(event.failure === undefined ? {} : { failure: event.failure }),
        },
      });
    default:
      return event satisfies never;
  }
}

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

function takeCommit(before: TaskWork, event: Of<"work-committed">): Outcome<TaskWork> {
  const { changed } = event;
  const work = changed === undefined ? before : { ...before, changed: addChanged(before.changed ?? NO_FILES, changed) };
  return work.put_back?.question === event.question ? takePutBack(work, event) : commitModule(work, event);
}

function openWork(work: TaskWork, { head, base }: Of<"work-opened">): Outcome<TaskWork> {
  if (work.stage.stage !== "opening") return refuse("already-open", `the work is already ${work.stage.stage}`);
  return accept(askForPlan({ ...work, head, base, start: head }));
}

/**
 * A failed question about a module fails the module, and independent modules continue; one about the plan halts the
 * task.
 */
function questionFailed(work: TaskWork, event: Of<"question-failed">): Outcome<TaskWork> {
  if (!isAwaited(work, event.question)) return stale(event.question);
  if (event.module_id === null) return accept({ ...work, halting: event.cause });
  // No other module is begun under a plan that is wrong (decisions.md#failures-have-a-scope).
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === event.module_id);
  if (event.cause.kind === "plan-cannot-be-built" && module !== undefined)
    return accept(endTask(work, module, event.cause));
  const ahead = answerAhead(work, event, { kind: "failed", cause: event.cause });
  if (ahead !== undefined) return accept(ahead);
  return failModule(work, event.module_id, event.cause);
}

function failWork(work: TaskWork, { cause, gates_ended, gates_of, question }: Of<"work-failed">): Outcome<TaskWork> {
  // A duplicate, or of an attempt that a person has restarted since: it does not concern this work.
  if (question !== undefined && !isAwaited(work, question)) return stale(question);
  return accept({
    ...work,
    ...(gates_ended === true ? endedIntegration(work) : {}),
    ...(gates_of === undefined ? {} : endedGates(work, gates_of)),
    halting: cause,
    // Commits that are refused as a fix do not become ours: the next fix is read from the same commit.
    head: work.stage.stage === "reading-fix" ? work.stage.from : work.head,
  });
}

function requestGates(work: TaskWork, { module_id, gates }: Of<"gates-requested">): Outcome<TaskWork> {
  return changeGates(work, module_id, (awaited) =>
    awaited === null ? accept(gates) : refuse("gates-awaited", "these gates have already been asked for"),
  );
}

function loseGates(work: TaskWork, { module_id, why, full_suite }: Of<"gates-lost">): Outcome<TaskWork> {
  const asked = full_suite === true ? { full_suite } : {};
  const lost = { ...work, lost_gates: work.lost_gates + 1, lost_why: why.slice(0, 500), ...asked };
  return changeGates(lost, module_id, (awaited) =>
    awaited === null ? refuse("no-gates", "no gates are awaited") : accept(null),
  );
}

type Awaited = Of<"gates-requested">["gates"] | null;

function changeGates(
  work: TaskWork,
  moduleId: string | null,
  change: (awaited: Awaited) => Outcome<Awaited>,
): Outcome<TaskWork> {
  if (moduleId === null) {
    if (work.stage.stage !== "integrating") return refuse("no-gates", `the work is ${work.stage.stage}`);
    const gates = change(work.stage.gates);
    return gates.ok ? accept({ ...work, stage: { ...work.stage, gates: gates.value } }) : gates;
  }
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  if (module?.step.step !== "gating") return refuse("no-gates", `${moduleId} is not at its gates`);
  const { step } = module;
  const gates = change(step.gates);
  if (!gates.ok) return gates;
  const modules = work.modules.map((candidate) =>
    candidate === module ? { ...module, step: { ...step, gates: gates.value } } : candidate,
  );
  return accept({ ...work, modules });
}

function integrate(work: TaskWork, { head, base, takes_up_base }: Of<"integration-due">): Outcome<TaskWork> {
  const { stage } = work.stage;
  if (stage !== "building" && stage !== "integrating" && stage !== "merging")
    return refuse("nothing-to-integrate", `the work is ${stage}`);
  if (work.put_back !== undefined) return refuse("not-narrowed", "what is not kept is still on the branch");
  const joined = takes_up_base === true ? { ...joinPackages(work), base_taken_up: true as const } : work;
  return accept({ ...joined, head, stage: { stage: "integrating", head, base, gates: null } });
}

/** Only a green gate 3 concludes; a red one fails the work. */
function concludeIntegration(work: TaskWork, { failures, warned }: Of<"gates-concluded">): Outcome<TaskWork> {
  if (work.stage.stage !== "integrating" || work.stage.gates === null)
    return refuse("no-gates", "no gates of the whole branch are awaited");
  if (failures.length > 0) return refuse("gate-3-red", "a red gate 3 does not lead to the merge");
  const { head, base, gates } = work.stage;
  const told = warned === undefined ? {} : { warned };
  return accept({ ...heardFromGates(work), ...told, stage: { stage: "merging", head, base, gates } });
}

function stale(question: number): Outcome<never> {
  return refuse("stale-answer", `question ${question} is no longer open`);
}
