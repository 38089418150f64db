import { STATUS_KEY } from "../../features/status/status-comment.js";
import { undefuse } from "../../render/escape-mentions.js";
import { markerIn } from "../../render/marker.js";

/** Something that the factory waits for a person to say, as the status comment tells it. */
export type Asked = {
  /** Another one whenever it is asked anew. */
  readonly key: string;
  readonly about: "spec" | "halt" | "other";
  readonly words: string;
  /** The issue or pull request to answer in. */
  readonly place: number;
};

/** Waits that begin with "you", "your" or a command are a person's; all others pass by themselves. */
const WAITS = /^- \*\*Waiting for\*\* ((?:your?\b|`\/factory ).*) \(since ([^)]*)\)$/gm;

/** What a person who reads the comments of the request's issue is asked for. */
export function askedIn(comments: readonly string[], issue: number): Asked[] {
  const status = comments.find((body) => markerIn(body) === STATUS_KEY) ?? "";
  return [...undefuse(status).matchAll(WAITS)].map(([, words = "", since = ""]) => ({
    key: `${since} ${words}`,
    about: aboutOf(words),
    words,
    place: Number(/#(\d+)/.exec(words)?.[1] ?? issue),
  }));
}

function aboutOf(words: string): Asked["about"] {
  if (words.startsWith("your decision about the spec")) return "spec";
  return words.startsWith("your decision about") ? "halt" : "other";
}
