/** What a card offers, read as a person reads it. */

export type Offered = {
  /** The verb of the recommended command. */
  readonly recommended: string;
  /** The comment that says so. */
  readonly payload: string;
  /** Whether that can be sent as it is; otherwise something in it is marked to be filled in. */
  readonly isReady: boolean;
  /** The verbs of the other commands, in the order of the table. */
  readonly others: readonly string[];
  /** The comments that show how each of the others is written, in the same order. */
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

/** `ice reject` of `/factory ice reject [task] <reason>`, and of a comment whose own words begin with a capital letter. */
export function verbOf(said: string): string {
  return /^\/factory ([a-z]+(?:[ -][a-z]+)*)/.exec(said)?.[1] ?? "";
}
