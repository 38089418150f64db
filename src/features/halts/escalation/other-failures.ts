import type { HaltCause } from "./causes.js";
import type { Escalation, ModuleCause } from "./escalation.js";

type Causes = Pick<Escalation, "cause" | "module_causes">;

/** What failed beside the main cause of the halt. A person's answer is about it as well. */
export function otherFailures({ cause, module_causes = [] }: Causes): readonly ModuleCause[] {
  const named = namedFailure({ cause, module_causes });
  return module_causes.filter((failure) => failure !== named);
}

/** The module of the main cause; undefined if the halt is about the task as a whole. */
export function namedFailure({ cause, module_causes = [] }: Causes): ModuleCause | undefined {
  return module_causes.find((failure) => isSame(failure.cause, cause));
}

/** Both have the same schema, so their keys have the same order. */
function isSame(one: HaltCause, other: HaltCause): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
