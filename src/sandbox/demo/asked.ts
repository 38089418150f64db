import type { Wait } from "../../engine/wait.js";
import { waitsIn } from "../../features/status/hidden-waits.js";
import { STATUS_KEY } from "../../features/status/status-comment.js";
import { markerIn } from "../../render/marker.js";
import { asWritten } from "../../render/plain-text.js";

/** Something that the factory waits for a person to say or do, as the status comment tells it. */
export type Asked = {
  /** Another one whenever it is asked anew. */
  readonly key: string;
  readonly decision: Wait["decision"];
  readonly words: string;
  /** The issue or pull request to answer in. */
  readonly place: number;
};

/** What a person who reads the comments of the request's issue is asked for. */
export function askedIn(comments: readonly string[], issue: number): Asked[] {
  const status = comments.find((body) => markerIn(body) === STATUS_KEY) ?? "";
  return waitsIn(status)
    .filter(({ who }) => who === "person")
    .map(({ for: markdown, since, decision, pull_request: place = issue }) => {
      const words = asWritten(markdown);
      return { key: `${since} ${words}`, decision, words, place };
    });
}
