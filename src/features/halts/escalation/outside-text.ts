import { z } from "zod";

/** The most that a gate report may have of one text. */
const LONGEST = 20_000;

/**
 * A name, a path, a login or a tool's output, from outside. A test may be called "TODO list" and a person `null`, and a
 * halt about either must be possible. So the text is cut and repaired, never refused for its content.
 */
export const OutsideText = z.string().min(1).overwrite(fitting);
export type OutsideText = z.infer<typeof OutsideText>;

function fitting(text: string): string {
  const whole = text.toWellFormed();
  if (whole.length <= LONGEST) return whole;
  return `${whole.slice(0, LONGEST - 1).replace(/\p{Surrogate}$/u, "")}…`;
}
