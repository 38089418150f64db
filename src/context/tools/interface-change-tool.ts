import { accept, type Outcome } from "../../domain/refusal.js";
import { fits, STATEMENT_ROOM } from "../../domain/roles/answer-room.js";
import {
  InterfaceChangeCall,
  type InterfaceChangeRequest,
} from "../../features/interface-change/rules/interface-change-request.js";
import type { Tool } from "../../model/model-port.js";
import { defineTool } from "./define-tool.js";

/** Creates and stores the exception, or says why it may not be raised (`raiseInterfaceChange`). */
export type RaiseInterfaceChange = (call: InterfaceChangeCall) => Promise<Outcome<InterfaceChangeRequest>>;

/**
 * The only way to report that a shipped contract is not sufficient (requirements.md#exception-tool). Proposer and
 * Challenger have it (decisions.md#interface-change-exceptions).
 */
export function interfaceChangeTool(raiseInterfaceChange: RaiseInterfaceChange): Tool {
  return defineTool({
    name: "raise_interface_change_exception",
    description:
      "Says that a shipped dependency's contract cannot support this module. It stops the task until a person decides.",
    Input: InterfaceChangeCall,
    run: async (call) => {
      const room = fits(call, STATEMENT_ROOM);
      if (!room.ok) return room;
      const raised = await raiseInterfaceChange(call);
      if (!raised.ok) return raised;
      return accept(JSON.stringify({ exception_id: raised.value.exception_id, status: "RAISED", task_halted: true }));
    },
  });
}

/** After an exception nothing more is done in that call (requirements.md#exception-tool): every tool answers so. */
export function haltedAfter(
  raiser: Tool,
  tools: readonly Tool[],
  why = "an interface change exception was raised",
): Tool[] {
  let raised = false;
  const halted = { text: `the task is halted: ${why}; submit what you have`, isError: true };
  return [raiser, ...tools].map((tool) => ({
    ...tool,
    run: async (input) => {
      if (raised) return halted;
      const result = await tool.run(input);
      if (tool.name === raiser.name && !result.isError) raised = true;
      return result;
    },
  }));
}
