/** Canary words stand in one place only. They show which roles' requests contain that place. */
import type { SeenRequest } from "../../src/sandbox/scripted-model/scripted-answers.js";

/** A word, and the questions whose requests may contain it. Without patterns, no request may. */
export type Canary = { readonly word: string; readonly mayBeIn: readonly RegExp[] };

/** The questions whose requests contain a word. */
function holding(seen: readonly SeenRequest[], word: string): string[] {
  return seen.filter(({ body }) => JSON.stringify(body).includes(word)).map(({ question }) => question);
}

/** The questions whose requests contain the word and may not. */
export function forbiddenQuestions(seen: readonly SeenRequest[], { word, mayBeIn }: Canary): string[] {
  return holding(seen, word).filter((question) => !mayBeIn.some((pattern) => pattern.test(question)));
}

/** The patterns of a canary that match no request. Such a pattern means that the check proves nothing there. */
export function unmatchedPatterns(seen: readonly SeenRequest[], { word, mayBeIn }: Canary): RegExp[] {
  const questions = holding(seen, word);
  return mayBeIn.filter((pattern) => !questions.some((question) => pattern.test(question)));
}
