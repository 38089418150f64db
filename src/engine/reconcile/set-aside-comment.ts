import { codeBlock } from "../../render/code.js";
import { hiddenMarker } from "../../render/marker.js";
import type { Effect } from "../effects/effect.js";

const KEY = "set-aside";
/** A reason is an error's message, cut at this length. */
const LONGEST_REASON = 1_000;

/** The comment about a repository that keeps failing, or that has recovered. It is kept up to date. */
export function setAsideComment(
  issue: number,
  aside: { readonly reason: string; readonly since: string } | null,
): Extract<Effect, { kind: "keep-comment" }> {
  const lines =
    aside === null
      ? ["Work goes on: what kept failing here has ended."]
      : [
          `Work here is set aside since ${aside.since}: every try failed, the last one with this. Nothing was overwritten.`,
          "",
          codeBlock(aside.reason.slice(0, LONGEST_REASON)),
          "",
          "It is tried again whenever somebody does something here, a comment for one, and every hour by itself. If it stays, whoever runs the App finds more in its log.",
        ];
  return { kind: "keep-comment", key: KEY, issue, body: [hiddenMarker(KEY), ...lines].join("\n") };
}
