import { inColumns } from "../help.js";
import type { DemoRequest } from "./demo-options.js";

/** The closing text: what the user can try next. Steps that the user already requested are left out. */
export function nextSteps(
  { keep, decide, story }: Pick<DemoRequest, "keep" | "decide" | "story">,
  room: number,
): string {
  const demo = story === undefined ? "npx factory demo" : `npx factory demo --story ${story.name}`;
  const steps: readonly (readonly [string, string])[] = [
    ...(keep ? [] : [[`${demo} --keep`, "leaves everything up, to look around in"] as const]),
    ...(decide || story !== undefined
      ? []
      : [["npx factory demo --decide", "the decision about the halt is yours"] as const]),
    ["npx factory sandbox --spec FILE --model anthropic", "a real model builds your own SPEC.md; needs a key"],
  ];
  return ["", "What next:", ...inColumns(steps, room), ""].join("\n");
}
