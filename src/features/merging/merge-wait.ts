import type { ObservedPull } from "../../engine/observation.js";
import type { UndatedWait, Wait } from "../../engine/wait.js";
import { whyNotMerged } from "./why-not-merged.js";

/** One of our own pull requests that is to be merged, under this name, and what holds it up. */
export function mergeWait(name: string, pull: ObservedPull): UndatedWait {
  const why = whyNotMerged(pull) ?? pull.mergeRefused;
  const words = `${name} to be merged${why === null ? "" : `: ${why}`}`;
  return { who: whoMerges(pull), for: words, pull_request: pull.number };
}

/** A rule of the branch may be met at any time. A conflict stays, and so does what the queue took out. */
function whoMerges(pull: ObservedPull): Wait["who"] {
  if (pull.mergeBlockedBy !== null) return "github";
  if (whyNotMerged(pull) !== null) return "person";
  return pull.mergeRefused === null ? "factory" : "github";
}
