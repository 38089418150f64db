import { readCommands } from "../../commands/read-commands.js";
import type { Intent } from "../../domain/factory/intent.js";
import type { ObservedRemark } from "../../domain/factory/observed.js";
import { ownedPlaces } from "../owned-places.js";
import type { Situation } from "../situation.js";
import { noteOnce } from "./note.js";

/** A command in a review thread is not run; one reply says where it would be (DESIGN, 7). */
export function noticeReviewCommands(situation: Situation): Intent[] {
  const places = ownedPlaces(situation);
  return situation.observed.remarks
    .filter(({ pull, body }) => places.has(pull) && isCommand(body))
    .flatMap((remark) =>
      noteOnce(situation, { key: `review-command:${remark.id}`, issue: remark.pull, body: reply(remark) }),
    );
}

function isCommand(body: string): boolean {
  const readings = readCommands(body);
  return readings.ok && readings.value.length > 0;
}

function reply({ author: { login }, path, line }: ObservedRemark): string {
  const where = line === null ? `\`${path}\`` : `line ${line} of \`${path}\``;
  return (
    `${login}, the command you wrote at ${where} was not run: commands are read here in the conversation, not in ` +
    "review threads. Write it as a comment of its own here."
  );
}
