import type { ObservedPull } from "../../engine/observation.js";

/** Ends the title of a commit that is not complete, in our own files. It is never written to a branch. */
export const UNFINISHED = " [skip ci]";

/**
 * GitHub runs no workflow for a commit whose message ends with this trailer. Unlike `[skip ci]`, it does nothing in the middle
 * of a message, so a squash that repeats the messages of all commits runs them (decisions.md#intermediate-commits-skip-ci).
 */
const SKIP_TRAILER = "skip-checks: true";
const WHY = "The gates have not judged this commit yet, so it runs no workflow.";

/** The message of a commit as it is written to the branch. */
export function branchMessage(message: string, { squashRepeats }: Pick<ObservedPull, "squashRepeats">): string {
  const [title = "", ...rest] = message.split("\n");
  if (!title.endsWith(UNFINISHED)) return message;
  const words = [title.slice(0, -UNFINISHED.length), ...rest].join("\n");
  return squashRepeats ? words : `${words}\n\n${WHY}\n\n\n${SKIP_TRAILER}`;
}
