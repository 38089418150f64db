import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { ChangedFiles } from "../../engine/ports.js";
import type { ChangedPath } from "../../features/seals/seal-violations.js";
import type { Place } from "../client/github.js";

const PAGE = 100;
/** GitHub lists no more files of a pull request than these (decisions.md#github-limits). */
const MAX_FILES = 3_000;

const File = z.object({
  filename: z.string(),
  previous_filename: z.string().optional(),
  status: z.string(),
  sha: Sha.nullable(),
});
type File = z.infer<typeof File>;

const Pull = z.object({ changed_files: z.number(), head: z.object({ sha: Sha }) });

/**
 * What a pull request changes since its base. The head is read last: if it has moved, the list is of another head and
 * is not used.
 */
export async function changedFiles(
  place: Place,
  { number, head }: { readonly number: number; readonly head: Sha },
): Promise<ChangedFiles> {
  const { gitHub, owner, repo } = place;
  const { count, changes } = await listChanges(place, number);
  const asked = { owner, repo, pull_number: number };
  const pull = Pull.parse((await gitHub.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", asked)).data);
  if (pull.head.sha !== head) return { kind: "moved" };
  if (pull.changed_files > count) return { kind: "too-many", files: pull.changed_files };
  return { kind: "listed", changes };
}

/** The same for the present head; the number of files shows whether the list is complete. */
export async function listChanges(
  place: Place,
  number: number,
): Promise<{ readonly count: number; readonly changes: readonly ChangedPath[] }> {
  const files = await listFiles(place, number);
  return { count: files.length, changes: files.flatMap(changesOf) };
}

async function listFiles({ gitHub, owner, repo }: Place, pull_number: number): Promise<File[]> {
  const files: File[] = [];
  for (let page = 1; files.length < MAX_FILES; page += 1) {
    const list = "GET /repos/{owner}/{repo}/pulls/{pull_number}/files";
    const { data } = await gitHub.request(list, { owner, repo, pull_number, per_page: PAGE, page });
    const listed = z.array(File).parse(data);
    files.push(...listed);
    if (listed.length < PAGE) break;
  }
  return files;
}

/** A renamed file is removed from its old path; for a removed one GitHub shows its former content. */
function changesOf({ filename, previous_filename, status, sha }: File): ChangedPath[] {
  const gone = status === "renamed" && previous_filename !== undefined ? [{ path: previous_filename, blob: null }] : [];
  return [...gone, { path: filename, blob: status === "removed" ? null : sha }];
}
