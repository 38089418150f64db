/** How untrusted text is shown to a model. */
export type FenceOptions = {
  /** A short description of the text: `SPEC.md`. Empty below a heading that says it. */
  readonly label: string;
  /** Random and injected: the author of the text cannot know it. */
  readonly boundary: string;
  readonly maxCharacters: number;
  /** In code and output, people see comments as well; only rendered text can hide something in them. */
  readonly comments?: "remove" | "keep";
  /** Kept if the role will write the text back: what is not shown would be lost. */
  readonly joiners?: "remove" | "keep";
};

/** Also what closes a comment wrongly (`--!>`) or not at all: a browser and GitHub hide that, too. */
const HTML_COMMENT = /<!--[\s\S]*?(?:--!?>|$)/g;
/** Control, zero-width, bidirectional, tag and filler characters: a model reads them, a person does not see them. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Hidden by themselves, but what emoji and some scripts are spelt with: joiners, and the choice between emoji and text. */
const JOINERS: ReadonlySet<string> = new Set(["\u200c", "\u200d", "\ufe0e", "\ufe0f"]);
const LINE_BREAK = /\r\n?|[\u2028\u2029]/g;
const MAX_LABEL = 200;

/**
 * Marks a text as data (decisions.md#outside-text-is-data): what the marks mean stands once, in every prompt. What is removed is counted in the text; nothing is removed
 * silently.
 */
export function fenceUntrusted(
  text: string,
  { label, boundary, maxCharacters, comments = "remove", joiners = "remove" }: FenceOptions,
): string {
  const lines = text.replace(LINE_BREAK, "\n");
  const visible = lines.replace(HIDDEN, (hidden) => (joiners === "keep" && JOINERS.has(hidden) ? hidden : ""));
  const hidden = [...lines].length - [...visible].length;
  const shown = comments === "keep" ? visible : visible.replace(HTML_COMMENT, commentMark);
  const cut = cutVisibly(withoutBoundary(shown, boundary), maxCharacters);
  return [
    `<<<DATA ${boundary} ${oneLine(label, boundary)}`.trimEnd(),
    ...(hidden === 0 ? [] : [`[${counted(hidden, "hidden character")} removed]`]),
    cut,
    `DATA ${boundary} END>>>`,
  ].join("\n");
}

/** A name or a message without invisible characters. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, "");
}

/** A document as a reader sees it, line by line: a comment leaves its line breaks behind. */
export function withoutComments(text: string, mark: (comment: string) => string = commentMark): string {
  return text.replace(HTML_COMMENT, (comment) => `${mark(comment)}${comment.replace(/[^\n]+/g, "")}`);
}

function commentMark(comment: string): string {
  return `[HTML comment of ${counted(comment.length, "character")} removed]`;
}

/** A boundary inside the text, in any case, cannot close the fence. */
function withoutBoundary(text: string, boundary: string): string {
  if (boundary === "") throw new RangeError("a fence needs a boundary");
  const pattern = new RegExp(boundary.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "gi");
  return text.replace(pattern, "[boundary removed]");
}

function cutVisibly(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const end = endsInHalfCharacter(text, maxCharacters) ? maxCharacters - 1 : maxCharacters;
  return `${text.slice(0, end)}\n[cut here: ${text.length - end} of ${text.length} characters left out]`;
}

function endsInHalfCharacter(text: string, end: number): boolean {
  return (text.codePointAt(end - 1) ?? 0) > 0xffff;
}

function oneLine(label: string, boundary: string): string {
  const line = label.replace(/\s+/g, " ").replace(HIDDEN, "").trim();
  return cutVisibly(withoutBoundary(line, boundary), MAX_LABEL).replace("\n", " ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
