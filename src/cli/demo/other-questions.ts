import { z } from "zod";
import { OTHER_QUESTION } from "../../model/recordings/other-question.js";

const LogLine = z.object({
  msg: z.literal(OTHER_QUESTION),
  question: z.string(),
  differences: z.array(z.string()),
});

/** Collects from the App's log which questions differed from the recorded ones. */
export function openOtherQuestions() {
  const differing = new Map<string, readonly string[]>();
  return {
    /** Whether the line was about a question. */
    read(line: string): boolean {
      const read = LogLine.safeParse(fromJson(line));
      if (read.success) differing.set(read.data.question, read.data.differences);
      return read.success;
    },
    differing: differing as ReadonlyMap<string, readonly string[]>,
  };
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // not of the log
  }
}

/** The most questions that are named. */
const MOST = 10;

/** How far the questions of today differ from the recorded ones. An answer to another question is not the model's. */
export function otherQuestions(differing: ReadonlyMap<string, readonly string[]>): string {
  if (differing.size === 0) return "Every question was word for word the recorded one.\n";
  const named = [...differing].slice(0, MOST).map(([question, differences]) => `  ${question}: ${differences[0]}`);
  const more = differing.size > MOST ? [`  and ${differing.size - MOST} more`] : [];
  return [
    `${differing.size} ${differing.size === 1 ? "question differs" : "questions differ"} today from what the model was asked then; its recorded answers were used all the same:`,
    ...named,
    ...more,
    "",
  ].join("\n");
}
