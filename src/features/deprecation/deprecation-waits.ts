import type { Wait, WaitView } from "../../engine/wait.js";
import { mergeWait } from "../merging/merge-wait.js";
import { isPaused } from "../pause/is-paused.js";
import { deprecationPull } from "./deprecation-proposal.js";
import type { DeprecationState } from "./deprecation-state.js";

/** What deprecations wait for: their pull requests, which the loop merges by itself. */
export function deprecationWaits(view: WaitView): Wait[] {
  if (isPaused(view.state)) return [];
  return view.state.deprecations.map((deprecation) => deprecationWait(view, deprecation));
}

function deprecationWait({ observed, config }: WaitView, deprecation: DeprecationState): Wait {
  const { module_ref, at: since } = deprecation.order;
  if (deprecation.phase === "migrating")
    return { who: "factory", for: `the consumers of ${module_ref} to become tasks`, since };
  const isProposed = deprecation.phase === "proposing";
  const pull = isProposed && observed !== null ? deprecationPull({ observed, config }, deprecation) : undefined;
  if (pull === undefined) {
    const what = isProposed && observed === null ? "merged" : "proposed";
    return { who: "factory", for: `the deprecation of ${module_ref} to be ${what}`, since };
  }
  const name = `#${pull.number}, which deprecates ${module_ref},`;
  if (pull.mergeable !== "conflicting") return { ...mergeWait(name, pull), since };
  const words = `${name} to be merged: it conflicts with the base; close it and deprecate again`;
  return { who: "person", for: words, since, pull_request: pull.number };
}
