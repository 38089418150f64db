import { readCommands } from "../../commands/read-commands.js";
import { markerIn } from "../../render/marker.js";
import { type Person, until } from "./person.js";

type Said = { readonly id: number; readonly body: string };

/** The key of the answer to the newest command that a person gave among these; undefined where nobody gave one. */
export function awaitedAnswer(comments: readonly Said[]): string | undefined {
  const command = comments.findLast(({ body }) => {
    const read = markerIn(body) === null ? readCommands(body) : undefined;
    // A comment that cannot be read is answered, too.
    return read !== undefined && (!read.ok || read.value.length > 0);
  });
  return command === undefined ? undefined : `answer:${command.id}`;
}

/** Waits until that answer was heard. A button has none: what it does shows on the page. */
export async function untilAnswered(
  person: Pick<Person, "said">,
  place: number,
  heard: ReadonlySet<string>,
): Promise<void> {
  const key = awaitedAnswer(await person.said(place));
  if (key !== undefined) await until(`the factory's answer in #${place}`, async () => heard.has(key));
}
