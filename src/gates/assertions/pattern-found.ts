import { RE2JS } from "re2js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/**
 * Whether a pattern occurs in a text, in linear time: a contract's pattern must not block the judge. Look-around and
 * back-references need backtracking, so they are refused.
 */
export function patternFound(pattern: string, text: string): Outcome<boolean> {
  const compiled = compile(pattern);
  return compiled.ok ? accept(compiled.value.test(text)) : compiled;
}

function compile(pattern: string): Outcome<RE2JS> {
  try {
    return accept(RE2JS.compile(RE2JS.translateRegExp(pattern)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(
      "pattern-unbounded",
      `/${pattern}/ cannot be matched in linear time (${why}); write it without look-around and back-references`,
      { pattern },
    );
  }
}
