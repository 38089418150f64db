/** For somebody whose own decision led where the recorded model has nothing to say: no failure, and nothing they did wrong. */
export function offTheRecord(page: string): string {
  return `
Your decision is made, and the App has begun to act on it: ${page}

What comes next is a question that the recorded model was never asked: it knows what
follows from one answer only, the one that was shown with the card. So this story
ends here. \`npx factory demo --decide\` tells it again from the beginning;
with \`--model anthropic\` it goes on from any answer.
`;
}
