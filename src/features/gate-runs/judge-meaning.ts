import { accept, type Outcome } from "../../domain/refusal.js";
import { awaiting } from "../modules/awaiting.js";
import type { ModuleWork } from "../modules/module-work.js";
import { ask } from "../modules/questions.js";
import type { TaskEvent } from "../modules/task-event.js";
import type { TaskWork } from "../modules/task-work.js";
import { afterGreen, afterRed } from "./conclude-module-gates.js";
import { semanticFailures } from "./semantic-results.js";

type Judged = Extract<TaskEvent, { kind: "module-judged" }>;

/**
 * Asks the judge about one semantic assertion after the other. If the configuration lets them block, one that does not
 * hold is a red gate like any other; otherwise it is only shown (requirements.md#model-as-judge).
 */
export function judgeMeaning(work: TaskWork, { module_id, question, result, left }: Judged): Outcome<TaskWork> {
  const asked = awaiting(work, module_id, question, ["judge"]);
  if (!asked.ok) return asked;
  const { step, meaning } = asked.value;
  const after = step.step === "asking" ? step.after : undefined;
  if (meaning === undefined || after === undefined) throw new TypeError("a judge is asked after gates that were green");
  const results = [...meaning.results, result];
  const module: ModuleWork = { ...asked.value, meaning: { ...meaning, results } };
  if (left > 0) return accept(ask(work, module, { activity: "judge", after }));
  const failures = semanticFailures(results);
  if (failures.length === 0) return accept(afterGreen(work, module, after));
  // The judge is asked after green gates, so the module's own tests pass.
  return accept(afterRed(work, { ...module, own_tests_pass: true }, after, failures));
}
