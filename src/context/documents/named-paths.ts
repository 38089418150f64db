import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import { withoutComments } from "../fence-untrusted.js";

/** In angle brackets, as inline code, or as a plain word. A path in brackets or code may have blanks. */
const SPELLINGS = [/<([^<>\n]+)>/g, /`([^`\n]+)`/g, /([\p{L}\p{M}\p{N}_.~@+%/-]+)/gu];

/**
 * What looks like a path in a document at the root of the repository, each once, in order: links and plain words alike.
 * The caller checks whether such a file exists. HTML comments are ignored, because people do not see them.
 */
export function namedPaths(document: string): string[] {
  const text = withoutComments(document);
  const found = SPELLINGS.flatMap((spelling) => [...text.matchAll(spelling)]).sort((a, b) => a.index - b.index);
  return [...new Set(found.flatMap(([, name = ""]) => pathsOf(name)))];
}

/** A sentence may end after a name, a link may have a fragment, and GitHub takes `/docs` for the root's own. */
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
