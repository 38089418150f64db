/** A diff between two trees, one entry per file, as the pull request API shows it. */
import { mustGit } from "./run-git.js";

type DiffStatus = "added" | "removed" | "modified" | "renamed" | "copied" | "changed";

export type FileDiff = {
  readonly filename: string;
  readonly previousFilename: string | null;
  readonly status: DiffStatus;
  /** The new blob, or the old one of a removed file. */
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
  /** Hunks only, as GitHub sends them; null for binary files and pure renames. */
  readonly patch: string | null;
};

/** `from: null` compares with the empty tree. */
export async function diffTrees(directory: string, from: string | null, to: string): Promise<FileDiff[]> {
  const format = ["-z", "--raw", "--numstat", "--patch", "--abbrev=40", "--full-index", "--no-color", "--no-ext-diff"];
  const args = ["diff-tree", "-r", "-M", "--no-commit-id", "--no-textconv", ...format];
  const text = await mustGit(directory, [...args, ...(from === null ? ["--root", to] : [from, to])]);
  // No path contains a NUL, so two NULs in a row end the summary.
  const patchAt = text.indexOf("\0\0diff --git ");
  if (patchAt === -1) return withPatches(parseSummary(text), []);
  return withPatches(parseSummary(text.slice(0, patchAt + 1)), splitPatch(text.slice(patchAt + 2)));
}

/** The output of `git diff`, for the `.diff` media type. */
export function diffText(directory: string, from: string, to: string): Promise<string> {
  return mustGit(directory, ["diff-tree", "-r", "-M", "--patch", "--full-index", "--no-color", from, to]);
}

type Summary = Omit<FileDiff, "patch"> & { readonly typeChange: boolean };

/**
 * With -z: `:oldmode newmode oldsha newsha S[score]`, then the path(s), each ended by NUL; after all of them the
 * numstat records, `added TAB deleted TAB path NUL` or, for renames, `added TAB deleted TAB NUL old NUL new NUL`.
 */
function parseSummary(text: string): Summary[] {
  const fields = text.split("\0");
  const raw: Omit<Summary, "additions" | "deletions">[] = [];
  const counts = new Map<string, { additions: number; deletions: number }>();
  for (let at = 0; at < fields.length; ) {
    const field = fields[at] ?? "";
    if (field.startsWith(":")) {
      const [, , oldSha = "", newSha = "", letter = "M"] = field.slice(1).split(" ");
      const pair = letter.startsWith("R") || letter.startsWith("C");
      const first = fields[at + 1] ?? "";
      raw.push({
        filename: pair ? (fields[at + 2] ?? "") : first,
        previousFilename: pair ? first : null,
        status: statusOf(letter),
        sha: letter === "D" ? oldSha : newSha,
        typeChange: letter === "T",
      });
      at += pair ? 3 : 2;
      continue;
    }
    const [added = "0", deleted = "0", path = ""] = field.split("\t");
    const pair = field !== "" && path === "";
    const name = pair ? (fields[at + 2] ?? "") : path;
    // git counts "-" for binary files.
    counts.set(name, { additions: Number(added) || 0, deletions: Number(deleted) || 0 });
    at += pair ? 3 : 1;
  }
  return raw.map((entry) => ({ ...entry, ...(counts.get(entry.filename) ?? { additions: 0, deletions: 0 }) }));
}

function statusOf(letter: string): DiffStatus {
  switch (letter.charAt(0)) {
    case "A":
      return "added";
    case "D":
      return "removed";
    case "R":
      return "renamed";
    case "C":
      return "copied";
    case "T":
      return "changed";
    default:
      return "modified";
  }
}

/** Patch sections have the order of the raw entries. A change of type is shown as a removal and an addition. */
function withPatches(entries: readonly Summary[], sections: readonly (string | null)[]): FileDiff[] {
  let at = 0;
  return entries.map(({ typeChange, ...entry }) => {
    const patch = sections[at] ?? null;
    at += typeChange ? 2 : 1;
    return { ...entry, patch: typeChange ? null : patch };
  });
}

function splitPatch(text: string): (string | null)[] {
  return text
    .split(/^(?=diff --git )/m)
    .filter((section) => section.startsWith("diff --git "))
    .map((section) => {
      const hunks = section.search(/^@@ /m);
      return hunks === -1 ? null : section.slice(hunks).replace(/\n$/, "");
    });
}
