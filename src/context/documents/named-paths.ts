import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import { withoutComments } from "../fence-untrusted.js";

/** Between angle brackets, as inline code, or standing in the text like a word: a path in brackets or code may hold blanks. */
const SPELLINGS = [/<([^<>\n]+)>/g, /`([^`\n]+)`/g, /([\p{L}\p{M}\p{N}_.~@+%/-]+)/gu];

/**
 * What a document at the root of the repository names like a path, each once, in the order in which it names them: links and plain words
 * alike. Whether there is such a file is for whoever has the tree to say. What a comment hides from people opens nothing.
 */
export function namedPaths(document: string): string[] {
  const text = withoutComments(document);
  const found = SPELLINGS.flatMap((spelling) => [...text.matchAll(spelling)]).sort((a, b) => a.index - b.index);
  return [...new Set(found.flatMap(([, name = ""]) => pathsOf(name)))];
}

/** A sentence may end behind a name, a link may lead into the middle of a document, and GitHub takes `/docs` for the root's own. */
function pathsOf(name: string): string[] {
  if (name.startsWith("//")) return []; // the rest of an address
  const path = decoded(
    name
      .replace(/[#?].*$/s, "")
      .replace(/^\//, "")
      .replace(/(?<!\.)\.+$/, ""),
  );
  const normal = normalisePath(path);
  return normal.ok ? [normal.value.path] : [];
}

function decoded(name: string): string {
  return name.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll("%", ""), "hex").toString());
}
