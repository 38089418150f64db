import { z } from "zod";
import { isBlank, isPlaceholder, placeholderIn } from "../../../domain/placeholder.js";

/** Everything but tab and line feed: such characters are invisible and do not survive a task file. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Cs}]/u;

const seen = z
  .string()
  .refine((text) => !isBlank(text), { error: "is empty", abort: true })
  .refine((text) => !UNPRINTABLE.test(text), {
    error: ({ input }) => `has the unprintable character ${codePointIn(String(input))}; remove it`,
    abort: true,
  });

/** A name: visible text on one line. Placeholder words are allowed, because a product may have a pillar "Todo". */
export const Line = seen.refine((text) => !text.includes("\n"), "must be one line");
export type Line = z.infer<typeof Line>;

/** Meaningful prose (requirements.md#spec-completeness, 10). */
export const Prose = seen.refine((text) => !isPlaceholder(text), {
  error: ({ input }) => `is only a placeholder (${JSON.stringify(input)}); say what is meant`,
});
export type Prose = z.infer<typeof Prose>;

/** One dimension of a contract sketch, without any placeholder (requirements.md#spec-completeness, 6). */
export const Dimension = seen.refine((text) => placeholderIn(text) === undefined, {
  error: ({ input }) =>
    `contains the placeholder ${JSON.stringify(placeholderIn(String(input)))}; decide it, write "none: <why>" when there is nothing, ` +
    "or quote the word if it is a value",
});
export type Dimension = z.infer<typeof Dimension>;

function codePointIn(text: string): string {
  const point = UNPRINTABLE.exec(text)?.[0].codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}
