import { inColumns } from "../help.js";
import type { DemoRequest } from "./demo-options.js";

/** The closing text: what the user can try next. Steps that the user already requested are left out. */
export function nextSteps({ keep, decide }: Pick<DemoRequest, "keep" | "decide">, room: number): string {
  const steps: readonly (readonly [string, string])[] = [
    ...(keep ? [] : [["npx factory demo --keep", "leaves everything up, to look around in"] as const]),
    ...(decide ? [] : [["npx factory demo --decide", "the decision about the halt is yours"] as const]),
    ["npx factory sandbox --spec FILE --model anthropic", "a real model builds your own SPEC.md; needs a key"],
  ];
  return ["", "What next:", ...inColumns(steps, room), ""].join("\n");
}
