import { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { Statement } from "../../domain/statement.js";
import { takeNothing, takeWords } from "./take-words.js";

/** The task that a command names, if any, and the words that follow. */
export type TaskAndRest = { readonly task_id: TaskId | null; readonly rest: string };

/** Ids are copied from cards, so code marks around them and a colon after them are accepted. */
const FIRST_WORD = /^`?([^\s`]*?)`?[:,]?(?:\s+|$)/;
/** Looks like an id: "T-shirt sizes differ" is a reason, "T-core-1" is a mistake. */
const LIKE_AN_ID = /^t-[^\s]*\d/i;
/** The placeholder for an id in a usage text. */
const BLANK = "[task]";

/**
 * Takes a task id from the start, so that every command for a task also works outside its pull request
 * (decisions.md#the-verbs).
 */
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

/** An optional task id, and then required words. */
export function taskAndStatement(
  text: string,
  asked: { readonly usage: string; readonly noun: string },
): Outcome<{ readonly task_id: TaskId | null; readonly statement: string }> {
  const task = takeTask(text);
  if (!task.ok) return task;
  const statement = takeWords(task.value.rest, { schema: Statement, ...asked });
  return statement.ok ? accept({ task_id: task.value.task_id, statement: statement.value }) : statement;
}
