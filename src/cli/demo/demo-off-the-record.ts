/**
 * The text for a decision of the user that the recorded model has no answer to. It is not a failure and not the user's
 * mistake. It names the page of the decision while that page is still served.
 */
export function offTheRecord(page: string | undefined): string {
  return `
Your decision is made, and the App has begun to act on it${page === undefined ? "." : `:\n${page}`}

What comes next is a question that the recorded model was never asked: it knows
what follows from one answer only, the one that was shown with the card. So this
story ends here. \`npx factory demo --decide\` tells it again from the beginning;
with \`--model anthropic\` it goes on from any answer.
${page === undefined ? "" : "\nEverything is still up, to look around in; Ctrl-C ends it.\n"}`;
}
