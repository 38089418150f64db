import { accept, type Outcome, type Refusal, refuse } from "../domain/refusal.js";
import { commandRow } from "./all-commands.js";
import type { Command, Where, Who } from "./define-command.js";
import { isPerson, mayDecide, ROLES } from "./who-may.js";

/** The author of a comment. `roleName` is null if the permission could not be read. */
export type CommandAuthor = {
  readonly login: string;
  /** GitHub's account type; only "User" is a person. */
  readonly type: string;
  /** `role_name`, which tells `maintain` from `write` and has an organisation's own roles (decisions.md#github-limits). */
  readonly roleName: string | null;
  /** GraphQL `lastEditedAt` is set; `updated_at` also moves for other reasons. */
  readonly isEdited: boolean;
  /** An App wrote it in that person's name: `performed_via_github_app`, which only REST has, and only for comments. */
  readonly isViaApp: boolean;
  readonly isDeleted: boolean;
};

/** The place of a comment, and the open decisions there. */
export type CommandTarget = {
  readonly thread: "conversation" | "review";
  readonly open: readonly Exclude<Where, "anywhere">[];
  /** The issue for decisions about the whole project, or that the product has ended. */
  readonly requestPlace?: number | "ended";
};

/** The input of the authorisation. */
export type CommandRequest = {
  readonly command: Command;
  readonly author: CommandAuthor;
  /** Configured logins that may command without a role. */
  readonly approvers: readonly string[];
  readonly target: CommandTarget;
};

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

/**
 * Bots are never answered, or two of them would answer each other for ever; the author of a deleted comment is not
 * answered.
 */
export function isAnswered(refusal: Refusal): boolean {
  return refusal.code !== "bot-author" && refusal.code !== "comment-deleted";
}

function checkRole(who: Who, author: CommandAuthor, approvers: readonly string[]): Outcome<null> {
  // This holds for approvers, too (decisions.md#who-may-command): their role is unknown until GitHub answers.
  if (author.roleName === null) {
    return refuse(
      "permission-unreadable",
      "Your permission on this repository could not be read, so the answer is no. Write it again in a new comment.",
      { login: author.login },
    );
  }
  if (mayDecide({ login: author.login, role: author.roleName }, who, approvers)) return accept(null);
  return refuse(
    "no-permission",
    `This needs ${who} permission on the repository, or your login in \`approvers\` in \`.factory/config.yml\`. Nothing was changed.`,
    { login: author.login, role: author.roleName, needed: ROLES[who] },
  );
}

/** A command that names its task may be given anywhere; the state decides whether the task waits for it. */
function checkPlace(command: Command, target: CommandTarget): Outcome<Command> {
  const { where } = commandRow(command.verb);
  const namesItsTask = command.task_id !== undefined && command.task_id !== null;
  if (where === "anywhere" || namesItsTask || target.open.includes(where)) return accept(command);
  if (where === "checkpoint" && target.requestPlace !== undefined)
    return refuse("not-here", notTheRequest(command.verb, target.requestPlace), { verb: command.verb, where });
  const id = command.task_id !== undefined ? ", or name the task: `T-...` as the first word after the command" : "";
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

function notTheRequest(verb: string, requestPlace: number | "ended"): string {
  return requestPlace === "ended"
    ? `This product has ended, so \`/factory ${verb}\` has nothing to act on.`
    : `\`/factory ${verb}\` is about the whole product, not about one pull request: say it in #${requestPlace}, where it was asked for.`;
}
