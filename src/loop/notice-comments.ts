import { isAnswered, mayRun } from "../commands/authorise.js";
import { type CommandReading, readCommands } from "../commands/read-commands.js";
import type { FactoryState } from "../domain/factory/factory-state.js";
import type { Intent } from "../domain/factory/intent.js";
import type { ObservedComment } from "../domain/factory/observed.js";
import { reduce } from "../domain/factory/reduce.js";
import type { Refusal } from "../domain/refusal.js";
import { type OwnedPlace, ownedPlaces } from "./owned-places.js";
import { runCommand } from "./run-command.js";
import type { Situation } from "./situation.js";

/** Ordinary conversation moves the cursor only when so much of it has piled up that reading it again costs. */
const BACKLOG = 30;

/** The intents of the first unread comment that has a command; the comments before it are read along with it. */
export function noticeComments(situation: Situation): Intent[] {
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

/** Runs what a comment says, in order, and owes it one answer. Undefined when it says nothing to the loop. */
function hear(situation: Situation, comment: ObservedComment, place: OwnedPlace): Intent[] | undefined {
  const readings = readCommands(comment.body);
  if (!readings.ok)
    return isPerson(comment)
      ? [answer(comment, [{ text: readings.refusal.message, ok: false }], situation)]
      : undefined;
  if (readings.value.length === 0) return undefined;
  const intents: Intent[] = [];
  const answers: { text: string; ok: boolean }[] = [];
  let state = situation.state;
  for (const reading of readings.value) {
    const result = obey({ ...situation, state }, comment, place, reading);
    if ("refusal" in result) {
      if (!isAnswered(result.refusal)) return undefined;
      answers.push({ text: result.refusal.message, ok: false });
      continue;
    }
    state = result.state;
    intents.push(...result.intents);
    answers.push({ text: result.answer, ok: true });
  }
  return [...intents, answer(comment, answers, situation)];
}

type Obeyed = { readonly state: FactoryState; readonly intents: readonly Intent[]; readonly answer: string };

function obey(
  situation: Situation,
  comment: ObservedComment,
  place: OwnedPlace,
  reading: CommandReading,
): Obeyed | { readonly refusal: Refusal } {
  if (!reading.outcome.ok) return isPerson(comment) ? { refusal: reading.outcome.refusal } : { refusal: BOT };
  const allowed = mayRun({
    command: reading.outcome.value,
    author: {
      login: comment.author.login,
      type: comment.author.type,
      roleName: comment.author.role,
      isEdited: comment.edited,
      isDeleted: false,
    },
    approvers: situation.config.approvers,
    target: { thread: "conversation", open: place.open },
  });
  if (!allowed.ok) return { refusal: allowed.refusal };
  const result = runCommand(situation, allowed.value, { comment, task: place.task });
  if (!result.ok) return { refusal: result.refusal };
  let { state } = situation;
  for (const intent of result.value.intents) {
    const after = reduce(state, intent);
    if (!after.ok) return { refusal: after.refusal };
    state = after.value;
  }
  return { state, ...result.value };
}

const BOT: Refusal = { code: "bot-author", message: "Only people give commands." };

function isPerson({ author }: ObservedComment): boolean {
  return author.type === "User";
}

function read(comment: ObservedComment, owed: Extract<Intent, { kind: "comment-read" }>["answer"], at: string): Intent {
  return { kind: "comment-read", at, comment: comment.id, updated_at: comment.updatedAt, answer: owed };
}

function answer(comment: ObservedComment, parts: readonly { text: string; ok: boolean }[], { now }: Situation): Intent {
  const body = parts.map(({ text }) => text).join("\n\n");
  const accepted = parts.every(({ ok }) => ok);
  const { id, issue } = comment;
  return read(comment, { key: `answer:${id}`, issue, body, answers: { comment: id, accepted } }, now);
}
