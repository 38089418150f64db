import type { DemoRequest } from "./demo-options.js";

/** Said last: what there is to do for whoever has seen it all. What was asked for already is left out. */
export function nextSteps({ keep, decide }: Pick<DemoRequest, "keep" | "decide">): string {
  const steps = [
    ...(keep ? [] : [["npx factory demo --keep", "leaves everything up, to look around in"]]),
    ...(decide ? [] : [["npx factory demo --decide", "the decision about the halt is yours"]]),
    ["npx factory sandbox --spec FILE --model anthropic", "a real model builds your own SPEC.md; needs a key"],
  ] as const;
  const width = Math.max(...steps.map(([command = ""]) => command.length));
  return ["", "What next:", ...steps.map(([command = "", what]) => `  ${command.padEnd(width)}  ${what}`), ""].join(
    "\n",
  );
}
