import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/** Far more than a module's file should have, and far less than a commit can have. */
const MAX_CHARACTERS = 400_000;
/** Characters that make code read differently than it runs, and bytes that no text has. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cs}]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Text that may be written into a file, or why not. */
export function checkFileText(path: string, text: string): Outcome<string> {
  const fits = checkLength(path, text.length);
  if (!fits.ok) return fits;
  const unseen = UNSEEN.exec(text);
  if (unseen === null) return accept(text);
  const code = `U+${unseen[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  const line = text.slice(0, unseen.index).split("\n").length;
  return refuse("file-text-unseen", `${path} line ${line} holds ${code}, which no reader sees: write it as an escape`, {
    path,
    line,
  });
}

function checkLength(path: string, characters: number): Outcome<number> {
  if (characters <= MAX_CHARACTERS) return accept(characters);
  return refuse("file-too-large", `${path} would have ${characters} characters; at most ${MAX_CHARACTERS}`, { path });
}

export type TextEdit = {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  /** Without it the old text must occur exactly once. */
  readonly everywhere: boolean;
};

/** Replaces one text by another. A file with Windows line ends keeps them, because the role does not see them. */
export function editText(text: string, { path, oldText, newText, everywhere }: TextEdit): Outcome<string> {
  const inFileStyle = (part: string) => (text.includes("\r\n") ? part.replace(/\r?\n/g, "\r\n") : part);
  const requested = inFileStyle(oldText);
  if (requested === "") return refuse("edit-nothing", `${path}: say which text is to be replaced`, { path });
  const pieces = text.split(requested);
  const found = pieces.length - 1;
  if (found === 0) {
    return refuse("edit-not-found", `${path} does not hold that text; read it again and copy it exactly`, { path });
  }
  if (found > 1 && !everywhere) {
    return refuse(
      "edit-ambiguous",
      `${path} holds that text ${found} times; give more of it, or replace it everywhere`,
      {
        path,
        found,
      },
    );
  }
  const replacement = inFileStyle(newText);
  // Computed before it is made: replacing a letter everywhere by a long text could exceed the memory.
  const fits = checkLength(path, text.length + found * (replacement.length - requested.length));
  return fits.ok ? accept(pieces.join(replacement)) : fits;
}

/** Whether a text was binary before it was decoded. */
export function isBinary(text: string): boolean {
  return text.includes("\0");
}
