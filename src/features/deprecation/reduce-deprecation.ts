import type { ModuleRef, TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { addNote } from "../inbox/reduce-inbox.js";
import type { AgreedVersion, Reverified } from "../interface-change/rules/interface-change.js";
import { recordVersions } from "../shipping/known-versions.js";
import { type DeprecationState, isMigration, migrationPath } from "./deprecation-state.js";

type DeprecationEvent = Extract<FactoryEvent, { kind: `deprecation-${string}` }>;

/** The state after an event of a deprecation, or why the event is impossible. */
export function reduceDeprecation(state: FactoryState, event: DeprecationEvent): Outcome<FactoryState> {
  const ref = event.kind === "deprecation-ordered" ? event.order.module_ref : event.module_ref;
  const found = state.deprecations.find(({ order }) => order.module_ref === ref);
  if (event.kind === "deprecation-ordered") {
    if (found !== undefined) return refuse("deprecation-under-way", `${ref} is being deprecated already.`);
    return to(state, ref, { phase: "preparing", order: event.order });
  }
  if (found === undefined) return refuse("no-deprecation", `${event.kind} happened, but nobody deprecates ${ref}`);
  switch (event.kind) {
    case "deprecation-prepared": {
      const { digest, downstream } = event;
      return to(state, ref, { phase: "proposing", order: found.order, digest, downstream });
    }
    case "deprecation-refused":
      return to(addNote(state, event.note), ref, null);
    case "deprecation-merged": {
      const merged = addNote(recordVersions(state, [ref], "DEPRECATED"), event.note);
      const migrates = found.phase === "proposing" && found.downstream.length > 0 && isMigration(found.order);
      const isOpen = migrates && state.project?.status === "ACTIVE";
      return to(merged, ref, isOpen ? { phase: "migrating", order: found.order, consumers: null } : null);
    }
    case "deprecation-consumers-found": {
      if (found.phase !== "migrating") return refuse("not-merged", `${ref} is not deprecated yet`);
      const { consumers } = event;
      return to(state, ref, consumers.length === 0 ? null : { ...found, consumers });
    }
    case "deprecation-migrated": {
      const consumers = found.phase === "migrating" ? (found.consumers ?? []) : [];
      return to(
        { ...state, agreed_versions: { ...state.agreed_versions, ...agreedFor(ref, consumers, event.task_ids) } },
        ref,
        null,
      );
    }
    default:
      return event satisfies never;
  }
}

/** Each task builds the contract that was computed for its module. */
function agreedFor(ref: ModuleRef, consumers: readonly Reverified[], tasks: readonly TaskId[]) {
  const agreed: Record<TaskId, AgreedVersion> = {};
  for (const [index, task] of tasks.entries()) {
    const consumer = consumers[index];
    if (consumer === undefined) throw new TypeError("every task moves one module");
    const { module_ref: replaces, version } = consumer;
    agreed[task] = { replaces, version, contract: migrationPath(ref, replaces) };
  }
  return agreed;
}

function to(state: FactoryState, ref: ModuleRef, next: DeprecationState | null): Outcome<FactoryState> {
  const others = state.deprecations.filter(({ order }) => order.module_ref !== ref);
  return accept({ ...state, deprecations: next === null ? others : [...others, next] });
}
