import { lastWordsIn } from "../features/inbox/last-word.js";
import { markerIn } from "../render/marker.js";
import type { Observed } from "./observation.js";

/** Keys of the comments that we have posted, in conversations and in review threads. */
export function postedKeys({ comments, replies }: Pick<Observed, "comments" | "replies">): ReadonlySet<string | null> {
  const own = comments.filter(({ own }) => own).map(({ body }) => body);
  return new Set([...own.flatMap((body) => [markerIn(body), ...lastWordsIn(body)]), ...replies]);
}
