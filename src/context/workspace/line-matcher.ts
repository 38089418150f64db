import { RE2JS, RE2JSException } from "re2js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

const MAX_PATTERN = 300;

export type LinePattern = {
  readonly pattern: string;
  /** A literal text unless a regular expression is asked for. */
  readonly regex: boolean;
  readonly ignoreCase: boolean;
};

/** RE2 is linear in the length of the text, so that no pattern of a role can stall a search. */
export function lineMatcher({ pattern, regex, ignoreCase }: LinePattern): Outcome<(line: string) => boolean> {
  if (pattern === "" || pattern.length > MAX_PATTERN) {
    return refuse("pattern-length", `a pattern has 1 to ${MAX_PATTERN} characters; this one has ${pattern.length}`);
  }
  if (!regex) {
    const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
    return accept((line) => fold(line).includes(fold(pattern)));
  }
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return accept((line) => compiled.test(line));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return refuse("pattern-invalid", `not a regular expression that can be searched for: ${error.message}`, {
      pattern,
    });
  }
}
