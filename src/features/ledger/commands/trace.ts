import { takeWords } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept, refuse } from "../../../domain/refusal.js";
import { Line } from "../../spec/criteria/text.js";
import { storedLedger } from "../stored-ledger.js";
import { traceAnswer } from "../trace-answer.js";

const usage = "/factory trace <id>";

export const trace = defineCommand({
  verb: "trace",
  usage,
  where: "anywhere",
  summary: "Follow a requirement to the tasks that hold it, or a task back to what was asked for.",
  effect:
    "The answer has each statement with its line, its acceptance criteria, and what became of their tasks. Nothing changes.",
  example: "/factory trace REQ-001",
  parse: ({ text }) => {
    const what = takeWords(text, { schema: Line, usage, noun: "what to trace, such as REQ-001" });
    return what.ok ? accept({ what: what.value }) : what;
  },
  run: (situation, { what }) => {
    const { project } = situation.state;
    const ledger = project === null ? null : storedLedger(situation, project);
    if (project === null || ledger === null)
      return refuse("no-ledger", "There is no ledger to trace in: the spec is not approved yet, or came without one.");
    const answer = traceAnswer(ledger, project.tasks, what);
    return answer === null
      ? refuse(
          "not-traced",
          "That is on no chain of the ledger. A requirement (REQ-001), an assumption (ASM-001), a task and SPEC.md:7 are.",
        )
      : accept({ events: [], answer });
  },
});
