import { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { Statement } from "../../domain/statement.js";
import { takeNothing, takeWords } from "./take-words.js";

/** The task a command names, if it names one, and the words that follow. */
export type TaskAndRest = { readonly task_id: TaskId | null; readonly rest: string };

/** Ids are copied out of cards, so code marks around them and a colon behind them are forgiven. */
const FIRST_WORD = /^`?([^\s`]*?)`?[:,]?(?:\s+|$)/;
/** Meant as an id, right or wrong: "T-shirt sizes differ" is a reason, "T-core-1" is a mistake. */
const LIKE_AN_ID = /^t-[^\s]*\d/i;
/** Copied out of a usage, where it only shows the place of an id. */
const BLANK = "[task]";

/** Takes a task id off the front, so that every verb for a task also works away from its pull request (decisions.md#the-verbs). */
export function takeTask(text: string): Outcome<TaskAndRest> {
  const [whole = "", word = ""] = FIRST_WORD.exec(text) ?? [];
  if (TaskId.safeParse(word).success) return accept({ task_id: word, rest: text.slice(whole.length) });
  if (word.toLowerCase() === BLANK) {
    return refuse(
      "bad-task-id",
      "`[task]` stands for a task's id. Leave it out in the task's own pull request; anywhere else write an id such as `T-core-auth-login-001` in its place.",
      { word },
    );
  }
  if (!LIKE_AN_ID.test(word)) return accept({ task_id: null, rest: text });
  return refuse(
    "bad-task-id",
    "The first word looks like a task id, but task ids look like `T-core-auth-login-001`. Copy it from the status comment.",
    { word },
  );
}

/** A task id or nothing at all. */
export function taskAlone(text: string, usage: string): Outcome<TaskId | null> {
  const task = takeTask(text);
  if (!task.ok) return task;
  const nothing = takeNothing(task.value.rest, usage);
  return nothing.ok ? accept(task.value.task_id) : nothing;
}

/** A task id or none, and then a person's words, which must be there. */
export function taskAndStatement(
  text: string,
  asked: { readonly usage: string; readonly noun: string },
): Outcome<{ readonly task_id: TaskId | null; readonly statement: string }> {
  const task = takeTask(text);
  if (!task.ok) return task;
  const statement = takeWords(task.value.rest, { schema: Statement, ...asked });
  return statement.ok ? accept({ task_id: task.value.task_id, statement: statement.value }) : statement;
}
