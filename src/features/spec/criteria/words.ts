import { visibleText } from "../../../domain/placeholder.js";

/** The words of a text in lower case, digits and letters of any script; punctuation only separates. */
export function wordsOf(text: string): string[] {
  return visibleText(text.normalize("NFKC"))
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
