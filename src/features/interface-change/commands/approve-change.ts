import { takePayload } from "../../../commands/arguments/take-payload.js";
import { taskAlone } from "../../../commands/arguments/take-task.js";
import { defineCommand } from "../../../commands/define-command.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept } from "../../../domain/refusal.js";
import { decideChange } from "../change-commands.js";
import { deltaShape } from "../delta-payload.js";
import type { ContractDelta } from "../rules/contract-delta.js";

const usage = "/factory ice approve [task]";

type Asked = { readonly task_id: TaskId | null; readonly delta?: ContractDelta };

export const approveInterfaceChange = defineCommand<Asked>({
  verb: "ice approve",
  usage,
  where: "interface change",
  summary: "Accept the proposed interface change for debate.",
  effect:
    "A candidate contract is made and debated. When it passes, a task builds the new version and the halted task waits for it. A `yaml` block below it has the change as you want it, and takes the place of the one that was asked for; after a debate without an agreement it is needed.",
  example: "/factory ice approve",
  parse: ({ text, payload }) => {
    const task_id = taskAlone(text, usage);
    if (!task_id.ok) return task_id;
    if (payload === null) return accept({ task_id: task_id.value });
    const delta = takePayload(deltaShape, { command: "/factory ice approve", words: "", payload });
    return delta.ok ? accept({ task_id: task_id.value, delta: delta.value }) : delta;
  },
  run: (situation, { task_id, delta }, { comment, task }) => {
    const revised = delta === undefined ? {} : { revised_delta: delta };
    const ruling = { decision: "APPROVE_CHANGE", ...revised } as const;
    return decideChange(situation, { task: task_id ?? task, ruling, comment });
  },
});
