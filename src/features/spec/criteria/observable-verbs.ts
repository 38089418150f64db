import { wordsOf } from "./words.js";

/**
 * Verbs of behaviour that can be observed from outside (requirements.md#spec-completeness, 12). The list is generous on
 * purpose: the criterion only warns, and a warning on a good criterion costs trust. Vague words are left out: it
 * "works", "performs", "handles errors", "supports", "as expected".
 */
const OBSERVABLE_VERBS = `
  abort accept acknowledge activate add alert allow answer append apply approve archive assert assign authenticate
  authorize block broadcast cache calculate call cancel change charge close collapse commit compare compress compute
  conform connect contain convert copy count create decline decode decrease decrypt delete deliver deny deploy
  detect disable disallow disappear discard disconnect display download drop duplicate emit enable encode encrypt
  end enforce enqueue equal escape evaluate exceed exclude execute exist exit expand expire export expose fail fall
  fetch filter find finish flag flush focus forbid format forward generate get give grant hide highlight ignore
  import include increase increment indicate initialize insert install invalidate invoke keep kill leave limit link
  list load lock log lose map mark mask match merge migrate modify move navigate normalize notify omit open output
  overwrite parse pass pause permit persist post prefix preserve prevent print produce prohibit prompt propagate
  provide publish push put query queue raise read receive record recover redirect reduce refer refresh refuse
  register reject release reload remain remember remove rename render replace reply report request require reset
  resize resolve respond restart restore restrict resume retain retry return revert revoke roll rotate round run
  sanitize save schedule scroll see select send serialize serve show sign skip sort split start stay stop store
  stream strip submit subscribe succeed suggest survive switch synchronize tell terminate throw toggle transfer
  transform transition trigger trim truncate unlock unset unsubscribe update upload validate verify vibrate wait
  warn wrap write yield`
  .trim()
  .split(/\s+/);

/** Forms that the rules below do not produce; of "clear" and "complete" only those that are no adjectives. */
const IRREGULAR_FORMS = `
  fell fallen found forbade forbidden gave given got hid hidden kept left lost ran saw seen sent shown thrown threw
  told wrote written cancelled cancelling clears cleared clearing completes`
  .trim()
  .split(/\s+/);

/** Verbs whose last letter doubles: emitted, dropping. */
const DOUBLING = new Set(
  "commit drop emit flag forbid format get log map omit permit put reset run skip split stop strip submit trim unset wrap".split(
    " ",
  ),
);

const FORMS: ReadonlySet<string> = new Set([...OBSERVABLE_VERBS.flatMap(inflections), ...IRREGULAR_FORMS]);

/** Whether a sentence has a verb of observable behaviour, in any form: "returns", "is rejected", "must display", "logging". */
export function statesObservableBehavior(text: string): boolean {
  return wordsOf(text).some((word) => FORMS.has(word));
}

function inflections(verb: string): string[] {
  if (verb.endsWith("e")) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(verb)) return [verb, `${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`];
  const stem = DOUBLING.has(verb) ? `${verb}${verb.at(-1)}` : verb;
  const third = /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return [verb, third, `${stem}ed`, `${stem}ing`];
}
