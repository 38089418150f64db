import type { Adjudication } from "../../src/domain/debate/adjudication.js";
import type { Challenge } from "../../src/domain/debate/challenge.js";
import type { GatesAwaited } from "../../src/features/gate-runs/gates-awaited.js";
import { applyTaskEvent } from "../../src/features/modules/apply-task-event.js";
import type { GateFailure, ModuleActivity, RedLock } from "../../src/features/modules/module-work.js";
import type { TaskEvent } from "../../src/features/modules/task-event.js";
import { moduleIdOf, NEW_WORK, type TaskWork } from "../../src/features/modules/task-work.js";
import { aChallenge, aProposal } from "./debate.js";

export const sha = (letter: string) => letter.repeat(40).slice(0, 40);
const digest = "d".repeat(64);

export const lock: RedLock = {
  contract_blob: sha("1"),
  test_blob: sha("2"),
  examples_blob: sha("3"),
  fingerprint: digest,
  head: sha("4"),
};

export const redGate: GateFailure = {
  validator: "TASK_TEST_PASSES",
  message: "1 of 3 tests failed",
  fix: "Make it pass.",
};
export const typeError: GateFailure = { validator: "STRICT_COMPILATION", message: "TS2322", fix: "Mend the type." };

export function gates(run_type: GatesAwaited["run_type"] = "EXECUTION"): GatesAwaited {
  return {
    run_type,
    nonces: { judge: "a".repeat(32), execute: "b".repeat(32) },
    base_sha: sha("5"),
    head_sha: sha("6"),
    state_sha: sha("7"),
    requested_at: "2026-03-01T10:00:00Z",
    lost: 0,
  };
}

/** The work after a possible event. */
export function moved(work: TaskWork, event: TaskEvent): TaskWork {
  const moved = applyTaskEvent(work, event);
  if (!moved.ok) throw new Error(`${event.kind}: ${moved.refusal.message}`);
  return moved.value;
}

export function planned(...modules: { id: string; depends_on?: string[]; reused?: boolean }[]): TaskWork {
  const opened = moved(NEW_WORK, { kind: "work-opened", head: sha("0"), base: sha("9") });
  return moved(opened, {
    kind: "plan-made",
    question: 1,
    usage: [],
    micro_plan_id: "MP-00000001",
    digest,
    next_module: 2,
    modules: modules.map(({ id, depends_on = [], reused = false }) => ({
      module_ref: `${id}@1.0.0`,
      name: id,
      depends_on,
      reused,
    })),
  });
}

export function stepOf(work: TaskWork, id = "MM-0001") {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === id);
  if (module === undefined) throw new Error(`no module ${id}`);
  return module.step;
}

/** The number of the module's open question, which must be for this activity. */
export function openQuestion(work: TaskWork, activity: ModuleActivity, id = "MM-0001"): number {
  const step = stepOf(work, id);
  if (step.step !== "asking" || step.activity !== activity)
    throw new Error(`${id} is not asked to ${activity} but ${JSON.stringify(step)}`);
  return step.question;
}

export function specified(work: TaskWork, id = "MM-0001"): TaskWork {
  const question = openQuestion(work, "specify", id);
  const answered = moved(work, {
    kind: "module-specified",
    question,
    usage: [],
    module_id: id,
    activity: "specify",
    contract_changed: false,
    tests_changed: false,
  });
  return moved(answered, { kind: "work-committed", question, head: sha("6") });
}

export function proposed(
  work: TaskWork,
  activity: "implement" | "revise" | "amend",
  { id = "MM-0001", tests = false }: { id?: string; tests?: boolean } = {},
): TaskWork {
  const question = openQuestion(work, activity, id);
  const answered = moved(work, {
    kind: "module-proposed",
    question,
    usage: [],
    module_id: id,
    activity,
    contract_changed: false,
    tests_changed: tests,
    proposal: aProposal(),
  });
  return moved(answered, { kind: "work-committed", question, head: sha("6") });
}

export function gated(work: TaskWork, failures: GateFailure[] = [], id = "MM-0001"): TaskWork {
  const requested = moved(work, { kind: "gates-requested", module_id: id, gates: gates() });
  return moved(requested, {
    kind: "gates-concluded",
    module_id: id,
    failures,
    lock: failures.length === 0 ? lock : null,
  });
}

export function challenged(work: TaskWork, challenge: Challenge = aChallenge(), id = "MM-0001"): TaskWork {
  const question = openQuestion(work, "challenge", id);
  return moved(work, { kind: "module-challenged", question, usage: [], module_id: id, challenge });
}

export function adjudicated(work: TaskWork, adjudication: Adjudication, id = "MM-0001"): TaskWork {
  const question = openQuestion(work, "adjudicate", id);
  return moved(work, { kind: "module-adjudicated", question, usage: [], module_id: id, adjudication });
}

export function shipped(work: TaskWork, id = "MM-0001"): TaskWork {
  const question = work.questions + 1;
  const due = moved(work, { kind: "ship-prepared", module_id: id, question });
  return moved(due, { kind: "work-committed", question, head: sha("8") });
}

/** The work after its first green gates, up to the challenge. */
export function built(work: TaskWork, id = "MM-0001"): TaskWork {
  return gated(proposed(gated(specified(work, id), [], id), "implement", { id }), [], id);
}
