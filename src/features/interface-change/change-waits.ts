import { moduleRef, parseModuleRef, type TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { UndatedWait } from "../../engine/wait.js";
import { interfaceChangeStatus } from "./rules/change-decision.js";
import { type InterfaceChange, MAX_CONTRACT_ROUNDS } from "./rules/interface-change.js";

/** The exception that halted a task; undefined if something else did. */
function haltingChange(state: FactoryState, task: TaskId): [string, InterfaceChange] | undefined {
  const stage = state.work[task]?.stage;
  if (stage?.stage !== "halted") return undefined;
  const { cause } = stage;
  if (cause.kind !== "interface-change" && cause.kind !== "contract-not-agreed") return undefined;
  const id = cause.exception.exception_id;
  const change = state.interface_changes[id];
  return change === undefined ? undefined : [id, change];
}

/** Whether the roles, and not a person, are next to act on what halted a task. */
export function isDebated(state: FactoryState, task: TaskId): boolean {
  return haltingChange(state, task)?.[1].stage.stage === "debating";
}

/** What is waited for at such a halt, where the card's own sentence does not say it. */
export function changeWait(state: FactoryState, task: TaskId): UndatedWait | undefined {
  const halting = haltingChange(state, task);
  if (halting === undefined) return undefined;
  const [id, { stage, decisions, target_module }] = halting;
  switch (stage.stage) {
    case "debating": {
      const round = `round ${stage.round} of ${MAX_CONTRACT_ROUNDS}`;
      return { who: "factory", for: `the debate of the contract that ${id} makes of ${target_module}, ${round}` };
    }
    case "agreed": {
      const agreed = moduleRef(parseModuleRef(target_module).moduleId, stage.version);
      return { who: "factory", for: `${agreed} to be built` };
    }
    case "rejected": {
      const words = `your decision about ${task}: ${id} was rejected by ${stage.by}, and it stays halted; \`/factory retry\` looks for another way`;
      return { who: "person", for: words, commands: ["/factory retry"] };
    }
    case "deciding":
      return interfaceChangeStatus(id, decisions) === "DEFERRED" ? deferredWait(id, task) : undefined;
    default:
      return undefined;
  }
}

function deferredWait(id: string, task: TaskId): UndatedWait {
  const commands = ["/factory ice approve", "/factory ice reject <reason>"];
  const words = `${commands.map((command) => `\`${command}\``).join(" or ")} about ${task}: ${id} was deferred`;
  return { who: "person", for: words, commands };
}
