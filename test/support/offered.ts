/** What a card offers, as a person reads it. */

export type Offered = {
  /** The verb of the recommended command. */
  readonly recommended: string;
  /** The comment that gives the command. */
  readonly payload: string;
  /** Whether a person can send it unchanged. Otherwise it marks the parts to fill in. */
  readonly isReady: boolean;
  /** The verbs of the other commands, in the order of the table. */
  readonly others: readonly string[];
  /** Example comments for each of the other commands, in the same order. */
  readonly examples: readonly string[];
};

export function offeredOn(card: string): Offered {
  const [payload = "", ...examples] = [...card.matchAll(/(`{3,})markdown\n(.*?)\n\1/gs)].map(
    ([, , said]) => said ?? "",
  );
  const isReady = card.includes("Ready to send");
  if (isReady === card.includes("filled in what is marked `TODO`"))
    throw new Error("a card says which of the two it is");
  return {
    recommended: verbOf(/\*\*Recommended:\*\* `([^`]+)`/.exec(card)?.[1] ?? ""),
    payload,
    isReady,
    others: [...card.matchAll(/^\| `(\/factory [^`]+)` \|/gm)].map(([, usage]) => verbOf(usage ?? "")),
    examples,
  };
}

/**
 * The verb of a comment: `ice reject` of `/factory ice reject [task] <reason>`. A capital letter begins the comment's
 * own words.
 */
export function verbOf(said: string): string {
  return /^\/factory ([a-z]+(?:[ -][a-z]+)*)/.exec(said)?.[1] ?? "";
}
