import { z } from "zod";

/** As much of one text as a gate report may hold. */
const LONGEST = 20_000;

/**
 * A name, a path, a login or what a tool said, as it came. Nobody here chose its words: a test may be called "TODO list" and a
 * person `null`, and a halt over either must come about. So it is cut and mended, never refused for what it says.
 */
export const OutsideText = z.string().min(1).overwrite(fitting);
export type OutsideText = z.infer<typeof OutsideText>;

function fitting(text: string): string {
  const whole = text.toWellFormed();
  if (whole.length <= LONGEST) return whole;
  return `${whole.slice(0, LONGEST - 1).replace(/\p{Surrogate}$/u, "")}…`;
}
