import type { HaltCause } from "./causes.js";
import type { Escalation, ModuleCause } from "./escalation.js";

type Causes = Pick<Escalation, "cause" | "module_causes">;

/** What failed beside that which the halt is named after. A person who answers decides about it as well. */
export function otherFailures({ cause, module_causes = [] }: Causes): readonly ModuleCause[] {
  const named = namedFailure({ cause, module_causes });
  return module_causes.filter((failure) => failure !== named);
}

/** The module that the halt is named after; undefined when it is about the task as a whole. */
export function namedFailure({ cause, module_causes = [] }: Causes): ModuleCause | undefined {
  return module_causes.find((failure) => isSame(failure.cause, cause));
}

/** Both are of one schema, which gives them one order of keys. */
function isSame(one: HaltCause, other: HaltCause): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
