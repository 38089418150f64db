import { type PayloadShape, payloadComment } from "../../../commands/arguments/take-payload.js";
import { taskAndPayload } from "../../../commands/arguments/task-and-payload.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { RevisePlan } from "../resolution/human-resolution.js";
import { decideTask, type TaskDecision } from "./task-decision.js";

const schema = RevisePlan.omit({ action: true });

const shape: PayloadShape<typeof schema> = {
  schema,
  template: (words) => ({
    revised_micro_plan: [
      { module_id: "MM-0001", description: words || "Parses one line into an entry.", depends_on: [] },
      { module_id: "MM-0002", description: "Reads a file line by line.", depends_on: ["MM-0001"] },
    ],
  }),
};

export const revisePlan = defineCommand<TaskDecision>({
  verb: "revise-plan",
  usage: "/factory revise-plan [task]",
  where: "halted task",
  summary: "Give the task another division into modules.",
  effect: "Your plan is validated and locked; work starts over from it, and what the old plan had built is discarded.",
  example: payloadComment("/factory revise-plan", shape),
  parse: (input) => {
    const read = taskAndPayload("revise-plan", shape, input);
    if (!read.ok) return read;
    const { task_id, payload } = read.value;
    return accept({ task_id, resolution: { action: "REVISE_PLAN", ...payload } });
  },
  run: decideTask,
});
