import type { Wait } from "../../engine/wait.js";
import { waitsIn } from "../../features/status/hidden-waits.js";
import { STATUS_KEY } from "../../features/status/status-comment.js";
import { markerIn } from "../../render/marker.js";
import { asWritten } from "../../render/plain-text.js";

/** A wait for a person, as the status comment shows it. */
export type Asked = {
  /** A new value for each new question. */
  readonly key: string;
  readonly decision: Wait["decision"];
  readonly words: string;
  /** The issue or pull request for the answer. */
  readonly place: number;
};

/** The waits that a reader of the issue's comments sees. */
export function askedIn(comments: readonly string[], issue: number): Asked[] {
  const status = comments.find((body) => markerIn(body) === STATUS_KEY) ?? "";
  return waitsIn(status)
    .filter(({ who }) => who === "person")
    .map(({ for: markdown, since, decision, pull_request: place = issue }) => {
      const words = asWritten(markdown);
      return { key: `${since} ${words}`, decision, words, place };
    });
}
