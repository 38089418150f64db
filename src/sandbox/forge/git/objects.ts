/** git's object formats: commits, trees and annotated tags, to and from their stored bytes. */
export type Signature = {
  readonly name: string;
  readonly email: string;
  readonly date: string;
  readonly offset: string;
};

export type Commit = {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
  readonly gpgsig: string | null;
};

export type TreeEntry = {
  readonly path: string;
  readonly mode: string;
  readonly type: "blob" | "tree" | "commit";
  readonly sha: string;
};

export type Tag = {
  readonly sha: string;
  readonly object: string;
  readonly objectType: string;
  readonly tag: string;
  readonly tagger: Signature | null;
  readonly message: string;
};

export function parseCommit(sha: string, content: Buffer): Commit {
  const { headers, message } = splitHeaders(content);
  const value = (name: string) => headers.find(([key]) => key === name)?.[1];
  return {
    sha,
    tree: value("tree") ?? "",
    parents: headers.filter(([key]) => key === "parent").map(([, parent]) => parent),
    author: parseSignature(value("author") ?? ""),
    committer: parseSignature(value("committer") ?? ""),
    message,
    gpgsig: value("gpgsig") ?? null,
  };
}

export function parseTag(sha: string, content: Buffer): Tag {
  const { headers, message } = splitHeaders(content);
  const value = (name: string) => headers.find(([key]) => key === name)?.[1];
  const tagger = value("tagger");
  return {
    sha,
    object: value("object") ?? "",
    objectType: value("type") ?? "commit",
    tag: value("tag") ?? "",
    tagger: tagger === undefined ? null : parseSignature(tagger),
    message,
  };
}

/** Header lines (continuations start with a space), an empty line, and the message. */
function splitHeaders(content: Buffer): { headers: (readonly [string, string])[]; message: string } {
  const text = content.toString("utf8");
  const end = text.indexOf("\n\n");
  const head = (end === -1 ? text : text.slice(0, end)).replace(/\n /g, "\u0000");
  const headers = head.split("\n").map((line) => {
    const space = line.indexOf(" ");
    return [line.slice(0, space), line.slice(space + 1).replaceAll("\u0000", "\n")] as const;
  });
  return { headers, message: end === -1 ? "" : text.slice(end + 2) };
}

function parseSignature(text: string): Signature {
  const match = /^(.*?) ?<([^>]*)> (\d+) ([+-]\d{4})$/.exec(text);
  const [, name = "", email = "", seconds = "0", offset = "+0000"] = match ?? [];
  return { name, email, date: new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z"), offset };
}

export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const nul = content.indexOf(0, space);
    const mode = content.toString("latin1", at, space).padStart(6, "0");
    const path = content.toString("utf8", space + 1, nul);
    entries.push({ path, mode, type: typeOfMode(mode), sha: content.toString("hex", nul + 1, nul + 21) });
    at = nul + 21;
  }
  return entries;
}

/** The stored bytes of one level of a tree. git sorts a folder as if its name ended with a slash. */
export function formatTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = entries
    .map((entry) => ({ ...entry, place: Buffer.from(entry.type === "tree" ? `${entry.path}/` : entry.path) }))
    .sort((a, b) => Buffer.compare(a.place, b.place));
  return Buffer.concat(
    sorted.flatMap(({ mode, path, sha }) => {
      if (path === "" || /[/\0]/.test(path)) throw new Error(`a tree has no entry of the name ${JSON.stringify(path)}`);
      return [Buffer.from(`${mode.replace(/^0+/, "")} ${path}\0`), Buffer.from(sha, "hex")];
    }),
  );
}

export function typeOfMode(mode: string): TreeEntry["type"] {
  if (mode === "040000") return "tree";
  return mode === "160000" ? "commit" : "blob";
}

/**
 * A person or bot and an instant, in the form of `commit-tree` and `mktag`. Names cannot contain angle brackets or
 * newlines.
 */
export function formatSignature({ name, email, date, offset }: Signature): string {
  const clean = (text: string) => text.replace(/[<>\n\0]/g, "").trim();
  return `${clean(name) || "unknown"} <${clean(email)}> ${Math.floor(Date.parse(date) / 1000)} ${offset}`;
}
