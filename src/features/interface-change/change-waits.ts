import { moduleRef, parseModuleRef, type TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { interfaceChangeStatus } from "./rules/exception-decision.js";
import { type InterfaceChange, MAX_CONTRACT_ROUNDS } from "./rules/interface-change.js";

/** The exception that halted a task; undefined when something else did. */
function haltingChange(state: FactoryState, task: TaskId): [string, InterfaceChange] | undefined {
  const stage = state.work[task]?.stage;
  if (stage?.stage !== "halted") return undefined;
  const { cause } = stage;
  if (cause.kind !== "interface-change" && cause.kind !== "contract-not-agreed") return undefined;
  const id = cause.exception.exception_id;
  const change = state.interface_changes[id];
  return change === undefined ? undefined : [id, change];
}

/** Whether the roles and not a person are to speak next about what halted a task. */
export function isDebated(state: FactoryState, task: TaskId): boolean {
  return haltingChange(state, task)?.[1].stage.stage === "debating";
}

/** What is waited for at such a halt, where the card's own sentence does not say it. */
export function changeWait(state: FactoryState, task: TaskId): string | undefined {
  const halting = haltingChange(state, task);
  if (halting === undefined) return undefined;
  const [id, { stage, decisions, target_module }] = halting;
  switch (stage.stage) {
    case "debating":
      return `the debate of the contract that ${id} makes of ${target_module}, round ${stage.round} of ${MAX_CONTRACT_ROUNDS}`;
    case "agreed":
      return `${moduleRef(parseModuleRef(target_module).moduleId, stage.version)} to be built`;
    case "rejected":
      return `your decision about ${task}: ${id} was rejected by ${stage.by}, and it stays halted; \`/factory retry\` looks for another way`;
    case "deciding":
      return interfaceChangeStatus(id, decisions) === "DEFERRED"
        ? `\`/factory ice approve\` or \`/factory ice reject <reason>\` about ${task}: ${id} was deferred`
        : undefined;
    default:
      return undefined;
  }
}
