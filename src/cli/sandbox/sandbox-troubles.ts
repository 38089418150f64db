import { appComplaint } from "./app-complaint.js";

/** The requests that a recorded model can answer, in words. */
export function knownToRecorded({ REPLAY_FROM }: Readonly<Record<string, string | undefined>>): string {
  return REPLAY_FROM ? `the recordings in ${REPLAY_FROM}` : "the demo's SPEC.md and its story";
}

/** The App's errors as sentences for a person. An error that a retry repeats is shown once. */
export function reportSandboxTroubles(print: (words: string) => void, known: string): (line: string) => void {
  let last: string | undefined;
  return (line) => {
    const complaint = appComplaint(line);
    if (complaint === undefined) return;
    const words = complaint.final
      ? `The recorded model has no answer to what it is asked now: it knows ${known}, nothing else. This product cannot go on; with --model anthropic any can.`
      : `The App: ${complaint.words}`;
    if (words !== last) print(words);
    last = words;
  };
}
