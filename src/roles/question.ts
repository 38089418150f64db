import type { ContextPack } from "../domain/artifacts/context-pack.js";
import type { Config } from "../domain/config/config.js";
import type { Outcome } from "../domain/refusal.js";
import { reactionTo } from "../domain/validation/taxonomy.js";
import type { Given, Question, Subject, Tool, WebSearch } from "../model/model-port.js";
import type { RoleActivity } from "./define-role.js";
import { fillPlaceholders, placeholderValues } from "./placeholders.js";
import { loadPrompt } from "./prompt.js";

export type Asked<T> = {
  readonly activity: RoleActivity<T>;
  readonly subject: Omit<Subject, "activity">;
  readonly given: readonly Given[];
  readonly pack: ContextPack;
  readonly tools: readonly Tool[];
  /** For a role that may search the web: whether it can. */
  readonly webSearch?: WebSearch;
  check(answer: T): Outcome<T> | Promise<Outcome<T>>;
  /** Replaces schema and check. */
  readonly read?: (candidate: unknown) => Promise<Outcome<T>>;
  readonly config: Config;
  readonly signal: AbortSignal;
};

/**
 * A mild review has its own budget of re-asks, because the check detects it
 * (decisions.md#a-mild-review-costs-no-revision).
 */
function reAsksOf({ role }: Pick<RoleActivity<unknown>, "role">, { retries, failure_actions }: Config): number {
  if (reactionTo("parse-error", failure_actions) !== "retry") return 0;
  return role === "challenger" ? retries.challenger_reasks : retries.invalid_answers;
}

/** A complete question. What the activity does not allow is a bug and throws. */
export function question<T>({
  activity,
  subject,
  given,
  pack,
  tools,
  webSearch = { offered: false, why: "no role but the product role searches" },
  check,
  read,
  config,
  signal,
}: Asked<T>): Question<T> {
  const misplaced = given.map(({ input }) => input).filter((input) => !activity.given.includes(input));
  if (misplaced.length > 0) throw new TypeError(`${activity.prompt}: must not be given ${misplaced.join(", ")}`);
  const unknown = tools.map(({ name }) => name).filter((name) => !activity.tools.includes(name));
  if (unknown.length > 0) throw new TypeError(`${activity.prompt}: must not have the tools ${unknown.join(", ")}`);
  const { text, version } = loadPrompt(activity.prompt);
  return {
    role: activity.role,
    subject: { ...subject, activity: activity.activity },
    prompt: { text: fillPlaceholders(text, placeholderValues(config, webSearch)), version },
    given,
    pack,
    tools,
    webSearch: activity.webSearch && webSearch.offered,
    submitAs: activity.submitAs,
    Answer: activity.Answer,
    check,
    ...(read === undefined ? {} : { read }),
    reAsks: reAsksOf(activity, config),
    config,
    signal,
  };
}
