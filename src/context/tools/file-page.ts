import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { fenceUntrusted, withoutComments } from "../fence-untrusted.js";
import { commentsOf } from "../rendered-text.js";
import type { FileView } from "../workspace/workspace.js";

/** The limits of one page of a file, in lines and characters. */
export const READ_LIMITS = { lines: 1_000, characters: 60_000 };

/** A file from a line on, as data, with the range that is shown. */
export function filePage(
  view: FileView,
  { firstLine, lines: most }: { readonly firstLine: number; readonly lines: number },
  boundary: string,
): Outcome<string> {
  const { path, permission, own } = view;
  const lines = shownText(view).split("\n");
  if (firstLine > lines.length) return refuse("no-such-line", `${path} has ${lines.length} lines`, { path });
  const shown = wholeLines(lines.slice(firstLine - 1, firstLine - 1 + most));
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
 * Comments are removed before the page is cut, or the rest of one would be shown. The module's own file keeps them:
 * what is not shown would be lost when the role writes the whole file.
 */
function shownText({ path, own, text }: FileView): string {
  return own || commentsOf(path) === "keep" ? text : withoutComments(text);
}

/**
 * The lines that fit into one page, never a part of a line, which would look complete. A single line that is too long
 * is cut with a mark.
 */
function wholeLines(lines: readonly string[]): readonly string[] {
  let characters = -1;
  const tooMany = lines.findIndex((line) => {
    characters += line.length + 1;
    return characters > READ_LIMITS.characters;
  });
  return tooMany === -1 ? lines : lines.slice(0, Math.max(1, tooMany));
}
