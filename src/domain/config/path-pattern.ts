import { z } from "zod";
import { alternativesOf, globMatcher } from "./glob.js";

/** More than any realistic pattern has. */
const MAX_WILDCARDS = 8;
/** Patterns after lists in braces are expanded. Each one is matched by itself. */
const MAX_ALTERNATIVES = 100;

/**
 * Names files the way `.gitignore` does, without negation: `*.go` at any depth, `src/api` and all below it, `/Makefile`
 * only at the root, `docs/` only what is below.
 */
export const PathPattern = z
  .string()
  .min(1)
  // Longer patterns are not examined further.
  .max(200, { abort: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
  .regex(/^[^\u0000-\u001f\u007f\\]+$/, "must use forward slashes and no control characters")
  .regex(/^(?!!)/, 'must not begin with "!": a list of patterns only adds, it never takes away')
  .regex(/^(?!(?:.*\/)?\.\.(?:\/|$))/, 'must not contain ".."')
  .regex(/[^/]/, "must name something")
  .refine((pattern) => (pattern.match(/\*+|\?+/g) ?? []).length <= MAX_WILDCARDS, {
    error: `must have at most ${MAX_WILDCARDS} wildcards`,
  })
  .refine((pattern) => alternativesOf(pattern, MAX_ALTERNATIVES) <= MAX_ALTERNATIVES, {
    error: `must stand for at most ${MAX_ALTERNATIVES} alternatives`,
  });
export type PathPattern = z.infer<typeof PathPattern>;

/** Compiles the patterns once. */
export function patternMatcher(
  patterns: readonly PathPattern[],
  { ignoreCase = false } = {},
): (path: string) => boolean {
  const spelled = (text: string) => (ignoreCase ? text.toUpperCase().toLowerCase().normalize("NFC") : text);
  const globs = patterns.map((pattern) => globMatcher(spelled(globOf(pattern))));
  return (path) => {
    const segments = spelled(path).split("/");
    return globs.some((matches) => matches(segments));
  };
}

function globOf(pattern: PathPattern): string {
  const body = pattern.replace(/^\.?\/+/, "").replace(/(?<!\/)\/+$/, "");
  const anchored = pattern.startsWith("/") || body.includes("/") ? body : `**/${body}`;
  return pattern.endsWith("/") ? `${anchored}/**/*` : `${anchored}/**`;
}
