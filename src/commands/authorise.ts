import { accept, type Outcome, type Refusal, refuse } from "../domain/refusal.js";
import type { Command } from "./command.js";
import { commandRow } from "./command-table.js";
import type { Where, Who } from "./define-command.js";

/** Who wrote a comment, as far as GitHub says. `roleName` is null when the permission could not be read. */
export type CommandAuthor = {
  readonly login: string;
  /** GitHub's account type; only "User" is a person. */
  readonly type: string;
  /** `role_name`, which tells `maintain` from `write` and has an organisation's own roles (decisions.md#github-limits). */
  readonly roleName: string | null;
  /** GraphQL `lastEditedAt` is set; `updated_at` also moves for other reasons. */
  readonly isEdited: boolean;
  /** An App wrote it in that person's name: `performed_via_github_app`, which only REST tells, and of comments only. */
  readonly isViaApp: boolean;
  readonly isDeleted: boolean;
};

/** Where a comment stands, and which decisions are open there. */
export type CommandTarget = {
  readonly thread: "conversation" | "review";
  readonly open: readonly Exclude<Where, "anywhere">[];
  /** The issue in which the course of the whole is decided, unless the product has ended. */
  readonly course?: number | "ended";
};

/** Everything the decision rests on. */
export type CommandRequest = {
  readonly command: Command;
  readonly author: CommandAuthor;
  /** Logins from the configuration that may command without a role. */
  readonly approvers: readonly string[];
  readonly target: CommandTarget;
};

/** GitHub's own roles. An organisation's own role names say nothing about what they allow, so they allow nothing. */
const ROLES: Readonly<Record<Who, readonly string[]>> = { write: ["write", "maintain", "admin"] };

/** Whether this person may give this command here and now (decisions.md#who-may-command). Every doubt is a no. */
export function mayRun({ command, author, approvers, target }: CommandRequest): Outcome<Command> {
  if (author.isDeleted) return refuse("comment-deleted", "The comment is gone, and its command with it.");
  if (!isPerson(author)) return refuse("bot-author", "Only people give commands.", { login: author.login });
  if (author.isViaApp) {
    return refuse(
      "app-author",
      "An App wrote this comment in your name, and only people give commands. Write it yourself, in a new comment.",
      { login: author.login },
    );
  }
  if (author.isEdited) {
    return refuse("comment-edited", "This comment was edited, so its commands do not count. Write a new comment.");
  }
  const allowed = checkRole(commandRow(command.verb).who, author, approvers);
  if (!allowed.ok) return allowed;
  if (target.thread === "review") {
    return refuse(
      "reply-elsewhere",
      "Commands are read in the conversation, not in review threads. Write it as a comment of its own on the Conversation tab.",
    );
  }
  return checkPlace(command, target);
}

/** Bots are never answered, or two of them would talk for ever; a deleted comment has nobody left to answer. */
export function isAnswered(refusal: Refusal): boolean {
  return refusal.code !== "bot-author" && refusal.code !== "comment-deleted";
}

/** Only a person decides anything, whatever a bot has been given. */
export function isPerson({ type, login }: Pick<CommandAuthor, "type" | "login">): boolean {
  return type === "User" && !login.endsWith("[bot]");
}

function checkRole(who: Who, author: CommandAuthor, approvers: readonly string[]): Outcome<null> {
  // Also for approvers (decisions.md#who-may-command): who they are to this repository is not known while GitHub does not say it.
  if (author.roleName === null) {
    return refuse(
      "permission-unreadable",
      "Your permission on this repository could not be read, so the answer is no. Write it again in a new comment.",
      { login: author.login },
    );
  }
  const login = author.login.toLowerCase();
  if (approvers.some((approver) => approver.toLowerCase() === login)) return accept(null);
  if (ROLES[who].includes(author.roleName)) return accept(null);
  return refuse(
    "no-permission",
    `This needs ${who} permission on the repository, or your login in \`approvers\` in \`.factory/config.yml\`. Nothing was changed.`,
    { login: author.login, role: author.roleName, needed: ROLES[who] },
  );
}

/** A command that names its task may be given anywhere; whether that task waits for it is the state's business. */
function checkPlace(command: Command, target: CommandTarget): Outcome<Command> {
  const { where } = commandRow(command.verb);
  const namesItsTask = "task_id" in command && command.task_id !== null;
  if (where === "anywhere" || namesItsTask || target.open.includes(where)) return accept(command);
  if (where === "checkpoint" && target.course !== undefined)
    return refuse("not-here", notTheScript(command.verb, target.course), { verb: command.verb, where });
  const id = "task_id" in command ? ", or name the task: `T-...` as the first word after the command" : "";
  return refuse(
    "not-here",
    `\`/factory ${command.verb}\` is for ${/^[aeiou]/.test(where) ? "an" : "a"} ${where}, and none waits here. Use it there${id}.`,
    {
      verb: command.verb,
      where,
      open: target.open,
    },
  );
}

function notTheScript(verb: string, course: number | "ended"): string {
  return course === "ended"
    ? `This product has ended, so \`/factory ${verb}\` has nothing to act on.`
    : `\`/factory ${verb}\` is about the whole product, not about one pull request: say it in #${course}, where it was asked for.`;
}
