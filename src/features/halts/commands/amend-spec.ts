import { type PayloadShape, payloadComment } from "../../../commands/arguments/take-payload.js";
import { taskAndPayload } from "../../../commands/arguments/task-and-payload.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { AmendSpec } from "../resolution/human-resolution.js";
import { decideTask, type TaskDecision } from "./task-decision.js";

const schema = AmendSpec.omit({ action: true });

const shape: PayloadShape<typeof schema> = {
  schema,
  template: (words) => ({
    amended_acceptance_criteria: [
      "The command prints the newest entry first.",
      "The command returns exit code 1 when the file is missing.",
    ],
    amendment_rationale: words || "The order was left open in the spec.",
  }),
};

export const amendSpec = defineCommand<TaskDecision>({
  verb: "amend-spec",
  usage: "/factory amend-spec [task]",
  where: "halted task",
  summary: "Replace the task's acceptance criteria.",
  effect: "The old criteria stay in the task file's amendment history, and the task starts afresh when its turn comes.",
  example: payloadComment("/factory amend-spec", shape),
  parse: (input) => {
    const read = taskAndPayload("amend-spec", shape, input);
    if (!read.ok) return read;
    const { task_id, payload } = read.value;
    return accept({ task_id, resolution: { action: "AMEND_SPEC", ...payload } });
  },
  run: decideTask,
});
