import { readCommands } from "../../commands/read-commands.js";
import { markerIn } from "../../render/marker.js";
import { type Person, until } from "./person.js";

type Said = { readonly id: number; readonly body: string };

/** The key of the answer to the newest command of a person in these comments; undefined if there is none. */
export function awaitedAnswer(comments: readonly Said[]): string | undefined {
  const command = comments.findLast(({ body }) => {
    const read = markerIn(body) === null ? readCommands(body) : undefined;
    // An unreadable comment gets an answer, too.
    return read !== undefined && (!read.ok || read.value.length > 0);
  });
  return command === undefined ? undefined : `answer:${command.id}`;
}

/** Waits until that answer was posted. A button gets none: its effect shows on the page. */
export async function untilAnswered(
  person: Pick<Person, "said">,
  place: number,
  heard: ReadonlySet<string>,
): Promise<void> {
  const key = awaitedAnswer(await person.said(place));
  if (key !== undefined) await until(`the factory's answer in #${place}`, async () => heard.has(key));
}
