import { isPlaceholder } from "../placeholder.js";
import { parseTarget } from "./amendment-target.js";

type AmendmentText = { readonly target: string; readonly detail: string };

/** Verbs that ask for better work without naming a change ("improve error handling"; requirements.md#amendments). */
const VAGUE_OPENING =
  /^(?:please\s+)?(?:address|beef up|better|clarify|clean(?:\s*|-)up|consider|enhance|ensure quality|fix|harden|improve|look (?:at|into)|make (?:it |this )?(?:better|cleaner|clearer|more)|optimi[sz]e|polish|refactor|review|revisit|rework|simplify|strengthen|tidy)\b/i;

/** Words that leave the change open, at any position. */
const OPEN_ENDED =
  /\b(?:and so on|appropriate(?:ly)?|as needed|as necessary|best practices?|better|edge cases|et ?c|etcetera|if necessary|more robust|more tests?|nicer|properly|robustly|somehow|various|where applicable)\b/i;

/** Fewer words cannot describe a change, unless one of them is concrete. */
export const MIN_DETAIL_WORDS = 8;

/**
 * Something exact: code, quoted text, a number, a clause id, a path, an operator, snake_case or camelCase. A repetition
 * of the target is removed first, because the target is already named.
 */
const CONCRETE =
  /`[^`]+`|"[^"]+"|'[^']{2,}'|“[^“”]+”|\d|\b[\p{L}\p{N}]+_[\p{L}\p{N}]|\p{Ll}\p{Lu}|[=<>]{1,3}|(?<![\w-])[\w-]+\/[\w./-]+|\b[A-Z]{2,}-[A-Z]/u;

/** Why an amendment cannot be applied and checked as written; empty when it can. */
export function amendmentVagueness({ target, detail }: AmendmentText): string[] {
  const reasons: string[] = [];
  const parsed = parseTarget(target);
  if (!parsed.ok) reasons.push(`target: ${parsed.refusal.message}`);
  else if (isOpenTarget(parsed.value.name)) {
    reasons.push(`target: "${target}" names more than one element; name each in an amendment of its own`);
  }
  const name = parsed.ok ? parsed.value.name : target;
  if (isVagueDetail(detail, name)) {
    reasons.push(`detail: "${detail}" does not say what to change; give the exact value, text or behaviour`);
  }
  return reasons;
}

function isOpenTarget(name: string): boolean {
  return isPlaceholder(name) || /[*\n]/.test(name) || /^(?:all|any|each|every|everything|whole)\b/i.test(name);
}

function isVagueDetail(detail: string, target: string): boolean {
  if (isPlaceholder(detail)) return true;
  const beyondTarget = target === "" ? detail : detail.replaceAll(target, " ").replaceAll(/[`"'“”]\s*[`"'“”]/g, " ");
  if (CONCRETE.test(beyondTarget)) return false;
  const words = detail.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < MIN_DETAIL_WORDS || VAGUE_OPENING.test(detail.trim()) || OPEN_ENDED.test(detail);
}
