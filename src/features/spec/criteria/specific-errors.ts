import { wordsOf } from "./words.js";

/**
 * Words that apply to any error of any program. A text of these alone ("errors may occur", "throws an exception if
 * something goes wrong") is not specific (requirements.md#spec-completeness, 14).
 */
const SAID_OF_ANY_ERROR = new Set(
  `a an the of in on at to for from with by as and or if when while is are be been being it its this that these those there
   any some all every each other others many several various different multiple usual common typical generic general basic
   normal standard unexpected unforeseen unknown possible potential potentially possibly appropriate suitable relevant
   respective proper properly graceful gracefully correctly accordingly
   error errors exception exceptions failure failures fail fails failed failing fault faults problem problems issue issues
   bug bugs mistake mistakes crash crashes condition conditions case cases edge mode modes surface surfaces
   may might can could will would should must do does
   occur occurs occurred occurring happen happens happened happening arise arises appear appears exist exists go goes went
   wrong bad something anything things thing stuff etc
   throw throws thrown raise raises raised return returns returned report reports reported handle handles handled handling
   catch caught show shows shown give gives message messages`
    .trim()
    .split(/\s+/),
);

/** A statement that starts like this denies any error. */
const DENIAL = /^(?:no|none|never|nothing|not|cannot|without)\b/u;
/** Where a statement ends: "Nothing is thrown; null is returned for NaN" has two. */
const STATEMENT_END = /[\n;]|\.(?=\s|$)/u;

/** Whether any statement names a condition of its own: a function that throws nothing may still refuse an input. */
export function namesSpecificError(errorSurfaces: string): boolean {
  return errorSurfaces
    .split(STATEMENT_END)
    .map(wordsOf)
    .some((words) => !DENIAL.test(words.join(" ")) && words.some((word) => !SAID_OF_ANY_ERROR.has(word)));
}
