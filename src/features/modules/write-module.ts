import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { withContests } from "../gate-runs/contested.js";
import { gatesAfterChange } from "../gate-runs/gate-routing.js";
import { answerAhead } from "./ask-ahead.js";
import { awaiting } from "./awaiting.js";
import type { ModuleStep, ModuleWork } from "./module-work.js";
import { replaceModule, startNextModule } from "./questions.js";
import type { TaskEvent } from "./task-event.js";
import type { TaskWork } from "./task-work.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

export function specifyModule(work: TaskWork, event: Of<"module-specified">): Outcome<TaskWork> {
  const ahead = answerAhead(work, event, { kind: "specified" });
  if (ahead !== undefined) return accept(ahead);
  const asked = awaiting(work, event.module_id, event.question, ["specify"]);
  if (!asked.ok) return asked;
  const module = { ...asked.value, ...withContests(asked.value.contested, event.question, event.contested) };
  return accept(commitDue(work, module, { question: event.question, activity: "specify", gates: ["red"] }));
}

/**
 * A revision that changes contract or tests is specified again: red first, then green
 * (decisions.md#changed-tests-are-red-first).
 */
export function proposeModule(work: TaskWork, event: Of<"module-proposed">): Outcome<TaskWork> {
  const asked = awaiting(work, event.module_id, event.question, ["implement", "revise", "amend"]);
  if (!asked.ok) return asked;
  const changed = { contract: event.contract_changed, tests: event.tests_changed };
  if (event.activity === "implement" && (changed.contract || changed.tests)) {
    return refuse("locked", `${event.module_id} was implemented with another contract or other tests than were locked`);
  }
  const gates = gatesAfterChange(changed);
  const module = { ...asked.value, ...withContests(asked.value.contested, event.question, event.contested) };
  const trail = { ...module.trail, proposals: [...module.trail.proposals, event.proposal] };
  return accept(commitDue(work, { ...module, trail }, { question: event.question, activity: event.activity, gates }));
}

function commitDue(
  work: TaskWork,
  module: ModuleWork,
  { activity, question, gates }: Omit<Extract<ModuleStep, { step: "committing" }>, "step">,
): TaskWork {
  return replaceModule(work, { ...module, step: { step: "committing", activity, question, gates } });
}

export function commitModule(work: TaskWork, { question, head }: Of<"work-committed">): Outcome<TaskWork> {
  const module = work.modules.find(
    ({ step }) => (step.step === "committing" || step.step === "shipping") && step.question === question,
  );
  if (module === undefined) return refuse("nothing-to-commit", `no commit of question ${question} is awaited`);
  const { step } = module;
  if (step.step === "shipping") {
    return accept(startNextModule(replaceModule({ ...work, head }, { ...module, step: { step: "shipped", head } })));
  }
  if (step.step !== "committing") throw new TypeError("only a commit that is due can be made");
  const [colour, ...later] = step.gates;
  if (colour === undefined) throw new TypeError("a commit of work always has gates after it");
  const gating: ModuleStep = { step: "gating", activity: step.activity, question, head, colour, later, gates: null };
  const specified = colour === "red" ? { specified_in: question } : {};
  return accept(replaceModule({ ...work, head }, { ...module, step: gating, written_in: question, ...specified }));
}
