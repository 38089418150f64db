import { readCommands } from "../../commands/read-commands.js";
import { isPerson } from "../../commands/who-may.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedRemark } from "../../engine/observation.js";
import { reduce } from "../../engine/reduce.js";
import type { Situation } from "../../engine/situation.js";
import { heardLately } from "../halts/reduce-decisions.js";
import { noteOnce } from "../manual-changes/note.js";
import { ownedPlaces } from "./owned-places.js";

/**
 * A command in a review is not run. One reply in its thread says where to write it (decisions.md#commands-in-reviews).
 * It counts like a command: the first one beyond the hourly limit is answered, later ones are not.
 */
export function detectReviewCommands(situation: Situation): FactoryEvent[] {
  const places = ownedPlaces(situation);
  const events: FactoryEvent[] = [];
  let { state } = situation;
  for (const remark of situation.observed.remarks) {
    if (!places.has(remark.pull) || !isPerson(remark.author) || !isCommand(remark.body)) continue;
    for (const event of answerTo({ ...situation, state }, remark)) {
      const after = reduce(state, event);
      if (!after.ok) continue;
      state = after.value; // so that the next one is counted after it
      events.push(event);
    }
  }
  return events;
}

function answerTo(situation: Situation, remark: ObservedRemark): FactoryEvent[] {
  const { pull: issue, author, thread, id, createdAt: at } = remark;
  const body = replyTo(situation, remark);
  if (body === undefined) return [];
  const note = { key: `review-command:${thread ?? id}`, issue, body, ...(thread === null ? {} : { thread }) };
  return noteOnce(situation, note, { by: author.login, at });
}

function isCommand(body: string): boolean {
  const readings = readCommands(body);
  return readings.ok && readings.value.length > 0;
}

/** Undefined if no answer is due. */
function replyTo(
  { state, config }: Situation,
  { author: { login }, thread, createdAt }: ObservedRemark,
): string | undefined {
  const { max_commands_per_user_per_hour: most } = config.budgets;
  const given = heardLately(state.heard, createdAt).filter(({ by }) => by === login).length;
  if (given > most) return undefined;
  const where = thread === null ? "in a review" : "here";
  const further =
    given === most
      ? ` These are more than ${most} commands within an hour, so further ones will not be answered for a while.`
      : "";
  return (
    `${login}, the command you wrote ${where} was not run: commands are read in the conversation of the pull request, ` +
    `not in reviews and their threads. Write it as a comment of its own there.${further}`
  );
}
