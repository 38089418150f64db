/** Words that stand in one place only, to see into which roles' requests they get. */
import type { SeenRequest } from "../../src/sandbox/scripted-model/scripted-answers.js";

/** A word, and the questions whose requests may hold it; no pattern is nobody's. */
export type Canary = { readonly word: string; readonly mayBeIn: readonly RegExp[] };

/** The questions whose requests hold a word. */
function holding(seen: readonly SeenRequest[], word: string): string[] {
  return seen.filter(({ body }) => JSON.stringify(body).includes(word)).map(({ question }) => question);
}

/** Those of them that may not. */
export function strangersTo(seen: readonly SeenRequest[], { word, mayBeIn }: Canary): string[] {
  return holding(seen, word).filter((question) => !mayBeIn.some((pattern) => pattern.test(question)));
}

/** The patterns of a canary that nobody answers to: where one is left, its absence elsewhere means nothing. */
export function unseenBy(seen: readonly SeenRequest[], { word, mayBeIn }: Canary): RegExp[] {
  const questions = holding(seen, word);
  return mayBeIn.filter((pattern) => !questions.some((question) => pattern.test(question)));
}
