import { accept, type Outcome, refuse } from "../refusal.js";
import type { JudgeAnswer } from "../roles/answers.js";

/** A shorter quotation could be found anywhere. */
const LEAST = 4;

/**
 * A judge decides by the code, so its evidence is a line of code that is found again word for word. No line shows that
 * something is missing; then the name of the file is enough.
 */
export function checkEvidence(answer: JudgeAnswer, files: ReadonlyMap<string, string>): Outcome<JudgeAnswer> {
  const texts = [...files.values()].map(squeezed);
  const isQuoted = quotationsIn(answer.evidence, [...files.keys()]).some((line) =>
    texts.some((text) => text.includes(line)),
  );
  const namesFile = [...files.keys()].some((path) => answer.evidence.includes(path));
  if (isQuoted || (!answer.holds && namesFile)) return accept(answer);
  return refuse(
    "evidence-not-found",
    "evidence: none of it stands in the source. Quote the deciding line exactly as it is, with its file.",
  );
}

/** Each line as it may occur in a file: without file name, line number and quotation marks. */
function quotationsIn(evidence: string, paths: readonly string[]): string[] {
  return evidence.split("\n").flatMap((line) => {
    const path = paths.find((candidate) => line.trim().startsWith(candidate));
    const rest =
      path === undefined
        ? line
        : line
            .trim()
            .slice(path.length)
            .replace(/^(?::\d+(?:-\d+)?)?:?/, "");
    return [line, rest, rest.trim().replace(/^[`"']+|(?<![`"'])[`"']+$/g, "")]
      .map(squeezed)
      .filter(({ length }) => length >= LEAST);
  });
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}
