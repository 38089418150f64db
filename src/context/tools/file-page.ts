import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { fenceUntrusted, withoutComments } from "../fence-untrusted.js";
import { commentsOf } from "../rendered-text.js";
import type { FileView } from "../workspace/workspace.js";

/** One look at a file: this many lines, and of them this many characters. */
export const READ_LIMITS = { lines: 1_000, characters: 60_000 };

/** A file from a line on, as data, and how far it was shown. */
export function filePage(view: FileView, firstLine: number, boundary: string): Outcome<string> {
  const { path, permission, own } = view;
  const lines = shownText(view).split("\n");
  if (firstLine > lines.length) return refuse("no-such-line", `${path} has ${lines.length} lines`, { path });
  const shown = wholeLines(lines.slice(firstLine - 1, firstLine - 1 + READ_LIMITS.lines));
  const last = firstLine - 1 + shown.length;
  const fenced = fenceUntrusted(shown.join("\n"), {
    label: permission === "FULL" ? path : `${path} (${permission})`,
    boundary,
    maxCharacters: READ_LIMITS.characters,
    comments: own ? "keep" : commentsOf(path),
    joiners: own ? "keep" : "remove",
  });
  const more = last < lines.length ? `\n[lines ${firstLine} to ${last} of ${lines.length}]` : "";
  return accept(`${fenced}${more}`);
}

/**
 * Comments go before a look is chosen, or one that begins in another look would be shown. The module's own file keeps them: what
 * is not shown of it would be lost when it is written as a whole.
 */
function shownText({ path, own, text }: FileView): string {
  return own || commentsOf(path) === "keep" ? text : withoutComments(text);
}

/** The lines that one look has room for: a line in part reads like one that ends there. A single one that is too long is cut, visibly. */
function wholeLines(lines: readonly string[]): readonly string[] {
  let characters = -1;
  const tooMany = lines.findIndex((line) => {
    characters += line.length + 1;
    return characters > READ_LIMITS.characters;
  });
  return tooMany === -1 ? lines : lines.slice(0, Math.max(1, tooMany));
}
