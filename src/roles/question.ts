import type { Config } from "../domain/config/config.js";
import type { Outcome } from "../domain/refusal.js";
import type { Given, Question, Subject, Tool } from "../model-port.js";
import type { RoleMove } from "./define-role.js";
import { fillPlaceholders, placeholderValues } from "./placeholders.js";
import { loadPrompt } from "./prompt.js";

export type Asked<T> = {
  readonly move: RoleMove<T>;
  readonly subject: Omit<Subject, "move">;
  readonly given: readonly Given[];
  readonly tools: readonly Tool[];
  /** False without a network: then the provider's search is not offered. */
  readonly online?: boolean;
  check(answer: T): Outcome<T> | Promise<Outcome<T>>;
  readonly config: Config;
  readonly signal: AbortSignal;
};

/** A question ready to be put. What the move does not allow is a mistake of ours and throws. */
export function question<T>({
  move,
  subject,
  given,
  tools,
  online = true,
  check,
  config,
  signal,
}: Asked<T>): Question<T> {
  const misplaced = given.map(({ input }) => input).filter((input) => !move.given.includes(input));
  if (misplaced.length > 0) throw new TypeError(`${move.prompt}: must not be given ${misplaced.join(", ")}`);
  const unknown = tools.map(({ name }) => name).filter((name) => !move.tools.includes(name));
  if (unknown.length > 0) throw new TypeError(`${move.prompt}: must not have the tools ${unknown.join(", ")}`);
  const { text, version } = loadPrompt(move.prompt);
  return {
    role: move.role,
    subject: { ...subject, move: move.move },
    prompt: { text: fillPlaceholders(text, placeholderValues(config)), version },
    given,
    tools,
    webSearch: move.webSearch && online,
    submitAs: move.submitAs,
    Answer: move.Answer,
    check,
    // A mild review has a budget of its own, because it is the check that finds it (RULES, retries).
    reAsks: move.role === "challenger" ? config.retries.challenger_reasks : config.retries.invalid_answers,
    config,
    signal,
  };
}
