import { isAnswered, mayRun } from "../../commands/authorise.js";
import type { CommandResult } from "../../commands/define-command.js";
import { type CommandReading, readCommands } from "../../commands/read-commands.js";
import { isPerson, mayDecide } from "../../commands/who-may.js";
import type { Refusal } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedComment } from "../../engine/observation.js";
import { reduce } from "../../engine/reduce.js";
import type { Situation } from "../../engine/situation.js";
import { heardLately } from "../halts/reduce-decisions.js";
import { isFinished } from "../spec/reduce-product.js";
import { type OwnedPlace, ownedPlaces } from "./owned-places.js";
import { strangersKey } from "./strangers.js";

/** Ordinary conversation moves the cursor only after this many comments, when reading them again would be expensive. */
const BACKLOG = 30;

/** The events of the first unread comment with a command. The comments before it are read along with it. */
export function detectComments(situation: Situation): FactoryEvent[] {
  const { state, now } = situation;
  const places = ownedPlaces(situation);
  const unread = situation.observed.comments
    .filter((comment) => isUnread(comment, state))
    .sort((a, b) => a.updatedAt.localeCompare(b.updatedAt) || a.id - b.id);
  for (const [index, comment] of unread.entries()) {
    const place = places.get(comment.issue);
    const heard = place === undefined || comment.own ? undefined : hear(situation, comment, place);
    if (heard === undefined) continue;
    return [...unread.slice(0, index).map((before) => read(before, null, now)), ...heard];
  }
  return unread.length > BACKLOG ? unread.map((comment) => read(comment, null, now)) : [];
}

function isUnread({ id, updatedAt }: ObservedComment, { inbox }: FactoryState): boolean {
  return updatedAt > inbox.since || (updatedAt === inbox.since && !inbox.seen.includes(id));
}

/** Runs the commands of a comment in order, with one answer. Undefined if it has none. */
function hear(situation: Situation, comment: ObservedComment, place: OwnedPlace): FactoryEvent[] | undefined {
  const readings = readCommands(comment.body);
  if (readings.ok && readings.value.length === 0) return undefined;
  if (!readings.ok && !isPerson(comment.author)) return undefined;
  if (isStranger(situation, comment)) return [answerToStranger(situation, comment)];
  const storm = stormOf(situation, comment);
  if (storm !== undefined) return [storm];
  if (!readings.ok) return [answer(comment, [{ text: readings.refusal.message, ok: false }], situation)];
  const events: FactoryEvent[] = [];
  const answers: Answer[] = [];
  let state = situation.state;
  for (const reading of readings.value) {
    const result = obey({ ...situation, state }, comment, place, reading);
    if ("refusal" in result) {
      if (!isAnswered(result.refusal)) return undefined;
      answers.push({ text: result.refusal.message, ok: false });
      continue;
    }
    state = result.state;
    events.push(...result.events);
    answers.push({ text: result.answer, ok: true, showsStatus: result.showsStatus });
  }
  return [...events, answer(comment, answers, situation)];
}

/** A person who may give no command here: anybody on GitHub. Who could not be asked about is none: they may try again. */
function isStranger({ config }: Situation, { author }: ObservedComment): boolean {
  if (!isPerson(author) || author.role === null) return false;
  return !mayDecide({ login: author.login, role: author.role }, "write", config.approvers);
}

/** Strangers get one answer per place and day, all of them together, and nobody's task pays for it. */
function answerToStranger(situation: Situation, comment: ObservedComment): FactoryEvent {
  const { id, issue, updatedAt } = comment;
  const key = strangersKey(issue, updatedAt);
  if (situation.state.noted.includes(key)) return read(comment, null, situation.now);
  const body =
    "A command needs write permission on the repository, or your login in `approvers` in `.factory/config.yml`. Nothing was changed. " +
    "Further commands of people without it are not answered here today.";
  return read(comment, { key, issue, body, answers: { comment: id, accepted: false } }, situation.now);
}

/**
 * Whether a person has exceeded the commands per hour. The first one beyond the limit is answered, the rest are read
 * without an answer.
 */
function stormOf(situation: Situation, comment: ObservedComment): FactoryEvent | undefined {
  const { login } = comment.author;
  const { max_commands_per_user_per_hour: most } = situation.config.budgets;
  const given = heardLately(situation.state.heard, comment.updatedAt).filter(({ by }) => by === login).length;
  if (given < most || !isPerson(comment.author)) return undefined;
  if (given > most) return read(comment, null, situation.now, login);
  const text = `${login}, these are more than ${most} commands within an hour, so this one was not run and further ones will not be answered. Try again in a while.`;
  return answer(comment, [{ text, ok: false }], situation);
}

type Obeyed = CommandResult & { readonly state: FactoryState };

function obey(
  situation: Situation,
  comment: ObservedComment,
  place: OwnedPlace,
  reading: CommandReading,
): Obeyed | { readonly refusal: Refusal } {
  if (!reading.outcome.ok) return isPerson(comment.author) ? { refusal: reading.outcome.refusal } : { refusal: BOT };
  const { command, run } = reading.outcome.value;
  const allowed = mayRun({
    command,
    author: {
      login: comment.author.login,
      type: comment.author.type,
      roleName: comment.author.role,
      isEdited: comment.edited,
      isViaApp: comment.viaApp,
      isDeleted: false,
    },
    approvers: situation.config.approvers,
    target: { thread: "conversation", open: place.open, requestPlace: requestPlaceOf(situation.state) },
  });
  if (!allowed.ok) return { refusal: allowed.refusal };
  const result = run(situation, { comment, task: place.task });
  if (!result.ok) return { refusal: result.refusal };
  let { state } = situation;
  for (const event of result.value.events) {
    const after = reduce(state, event);
    if (!after.ok) return { refusal: after.refusal };
    state = after.value;
  }
  return { state, ...result.value };
}

function requestPlaceOf(state: FactoryState): number | "ended" {
  return isFinished(state) ? "ended" : state.request.issue;
}

type CommentRead = Extract<FactoryEvent, { kind: "comment-read" }>;

/** `by` is set for commands only: conversation is not counted. */
function read(comment: ObservedComment, pending: CommentRead["answer"], at: string, by?: string): FactoryEvent {
  const { id, updatedAt } = comment;
  const said = by === undefined ? {} : { by };
  return { kind: "comment-read", at, comment: id, updated_at: updatedAt, answer: pending, ...said };
}

type Answer = { readonly text: string; readonly ok: boolean; readonly showsStatus?: true | undefined };

function answer(comment: ObservedComment, parts: readonly Answer[], { now }: Situation): FactoryEvent {
  const body = parts.map(({ text }) => text).join("\n\n");
  const accepted = parts.every(({ ok }) => ok);
  const { id, issue } = comment;
  const shown = parts.some(({ showsStatus }) => showsStatus === true) ? { shows_status: true as const } : {};
  const pending = { key: `answer:${id}`, issue, body, answers: { comment: id, accepted }, ...shown };
  return read(comment, pending, now, comment.author.login);
}

const BOT: Refusal = { code: "bot-author", message: "Only people give commands." };
