import type { Assertion } from "../../../languages/source-file.js";
import type { JudgedContract } from "../../contract-reading.js";

/** What a contract says of a failure: its error surfaces, and the clauses that a test is tagged with. */
export type Failing = {
  readonly surfaces: JudgedContract["error_surfaces"];
  /** Titles, specs and negative cases. Empty where there is no contract. */
  readonly words: string;
};

const FAILURE_WORDS =
  /err(?:or|no)?\b|error|fail|refus|reject|invalid|denied|exception|forbidden|unauthori[sz]ed|not found|too (?:long|short|many|few|large|small|big)|must|cannot|can't|required|missing|unsupported|unknown|illegal|malformed|conflict|timed? ?out|expected|bad (?:request|input)|unable/i;
const SAYS_NO = /(?:ok|success|valid|passed|accepted|allowed)["']?\W{1,4}(?:to\w*\W{1,3})?false/i;
const HTTP_FAILURE = /\b[45]\d\d\b/;
const ENDING = /exit|code|status|signal/i;
const NON_ZERO = /^-?[1-9]\d*$/;
const NOTHING =
  /^(?:null|undefined|None|false|False|NaN|\[\]|\{\}|""|''|-\s*1|void 0)$|\b(?:toBeNull|toBeUndefined|toBeFalsy|toBeNaN|isNone|assertIsNone|assertFalse|notOk|isFalse|isNull|isUndefined)\b/;

const NAMES_NOTHING =
  /\b(?:null|undefined|none|nothing|nil|false|nan|empty (?:list|array|string|text|object|map|set|dict\w*|result|answer))\b|(?<!\w)-1\b/i;

/** Whether an assertion is about something that fails, not about what a name or a title sounds like. */
export function isAboutFailure({ nature, compares, text }: Assertion, { surfaces }: Failing): boolean {
  if (nature === "failure") return true;
  const { actual, expected } = compares();
  const looked = pathOf(actual);
  if (
    SAYS_NO.test(text) ||
    FAILURE_WORDS.test(quotedIn(expected, actual)) ||
    /^(?:err|error|reason)$|(?:Error|Exception)$/.test(expected.trim())
  )
    return true;
  if (/\b(?:err|error|errors|stderr|reason|problem|problems|issues|message|warning)s?\b/i.test(looked))
    return !NOTHING.test(expected.trim());
  if (HTTP_FAILURE.test(expected) && ENDING.test(`${looked} ${actual}`)) return true;
  const isFine = /status/i.test(looked) && /^[123]\d\d$/.test(expected.trim());
  if (ENDING.test(looked) && NON_ZERO.test(expected.trim()) && !isFine) return true;
  return surfaces.some(({ name }) => `${looked} ${expected}`.includes(name));
}

/**
 * Nothing where something was asked for: null, false, -1, an empty list. It is a failure where the contract names it, and
 * where the contract leaves open how it fails.
 */
export function expectsNothing({ compares, text }: Assertion, { surfaces, words }: Failing): boolean {
  const { actual, expected } = compares();
  const isNothing =
    NOTHING.test(expected.trim()) ||
    NOTHING.test(text) ||
    /^(?:not|!)\s*\S/.test(actual.trim()) ||
    /\bis None\b/.test(actual);
  if (!isNothing) return false;
  const said = `${words} ${surfaces.map(({ surface, when }) => `${surface} ${when}`).join(" ")}`;
  if (NAMES_NOTHING.test(said)) return true;
  return !/\b(?:throws?|rais(?:e|es|ed)|rejects?|exceptions?)\b/i.test(said);
}

/** What is looked at of a result: `code` of `normaliseTag("").code`. The name of the function that gave it says nothing. */
function pathOf(actual: string): string {
  const afterCall = actual.lastIndexOf(")");
  return afterCall === -1 ? actual.replace(/^(?:self|this)\./, "") : actual.slice(afterCall + 1);
}

/**
 * The texts and patterns in a piece of code, and the names of members: `{ ok: false, error: "EmptyTag" }`. A text that
 * was given and comes back says nothing.
 */
function quotedIn(code: string, given: string): string {
  const texts = code.match(/"[^"]*"|'[^']*'|`[^`]*`|\/(?:[^/\\]|\\.)+\/|\b\w+\s*:/g) ?? [];
  return texts.filter((text) => /:$/.test(text) || !given.includes(text)).join(" ");
}
