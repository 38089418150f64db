import type { TaskId } from "../domain/ids.js";

const TITLE_LIMIT = 120;
const SKIP = "[skip ci]";
/** Everything by which GitHub skips workflows (its documentation, "Skipping workflow runs"). */
const SKIP_WORDS = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/gi;

export type CommitText = {
  readonly taskId: TaskId;
  readonly title: string;
  /** What this commit is, such as `MM-0001 red`; nothing for the merge. */
  readonly step: string | null;
  /**
   * Intermediate commits switch the target's own workflows off: they would run machine-written code with the repository's
   * secrets before any gate (DESIGN, 5). The final one does not.
   */
  readonly isFinal: boolean;
};

/** `factory: <task_id> - <title>` (seed 004; RULES, commits). */
export function commitMessage({ taskId, title, step, isFinal }: CommitText): string {
  const headline = `factory: ${taskId} - ${harmlessTitle(title)}`;
  const body = [step, isFinal ? null : SKIP].filter((line) => line !== null);
  return [headline, ...(body.length === 0 ? [] : ["", ...body])].join("\n");
}

/** A title is somebody else's text: on the default branch it must not skip workflows, close issues or mention people. */
export function harmlessTitle(title: string): string {
  const line = title
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .replace(SKIP_WORDS, "")
    .replace(/@(?=[\w-])/g, "@\u2060")
    .replace(/#(?=\d)/g, "#\u2060")
    .replace(/GH-(?=\d)/gi, "GH-\u2060")
    .trim();
  return line.length <= TITLE_LIMIT ? line : `${line.slice(0, TITLE_LIMIT - 1)}…`;
}
