import picomatch from "picomatch";
import { z } from "zod";

/** More wildcards than any real pattern has; matching time grows with a power of their number. */
const MAX_WILDCARDS = 8;

/**
 * Names files the way `.gitignore` does, without negation: `*.go` at any depth, `src/api` and all below it, `/Makefile`
 * only at the root, `docs/` only what is below.
 */
export const PathPattern = z
  .string()
  .min(1)
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
  .regex(/^[^\u0000-\u001f\u007f\\]+$/, "must use forward slashes and no control characters")
  .regex(/^(?!!)/, 'must not begin with "!": a list of patterns only adds, it never takes away')
  .regex(/^(?!(?:.*\/)?\.\.(?:\/|$))/, 'must not contain ".."')
  .regex(/[^/]/, "must name something")
  .refine((pattern) => (pattern.match(/\*+|\?+/g) ?? []).length <= MAX_WILDCARDS, {
    error: `must have at most ${MAX_WILDCARDS} wildcards`,
  });
export type PathPattern = z.infer<typeof PathPattern>;

/** Compiles patterns once. Extended globs are off: they are where catastrophic backtracking lives. */
export function patternMatcher(
  patterns: readonly PathPattern[],
  { ignoreCase = false } = {},
): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  return picomatch(patterns.flatMap(globsOf), { dot: true, noextglob: true, nocase: ignoreCase });
}

export function matchesAny(path: string, patterns: readonly PathPattern[]): boolean {
  return patternMatcher(patterns)(path);
}

function globsOf(pattern: PathPattern): string[] {
  const body = pattern.replace(/^\.?\/+/, "").replace(/(?<!\/)\/+$/, "");
  const anchored = pattern.startsWith("/") || body.includes("/") ? body : `**/${body}`;
  return pattern.endsWith("/") ? [`${anchored}/**/*`] : [anchored, `${anchored}/**`];
}
