import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { Place } from "../client/github.js";

/**
 * GitHub cuts GraphQL text at 512,000 bytes and marks it; the blob is then read whole
 * (decisions.md#compare-and-swap-commits).
 */
export const Blob = z.object({ oid: Sha, text: z.string().nullable(), isTruncated: z.boolean() });
export type Blob = z.infer<typeof Blob>;

/** The requested fields of a file. */
export const BLOB = "... on Blob { oid text isTruncated }";

/** The text of a file of any length. */
export async function wholeText(place: Place, blob: Blob): Promise<string> {
  return blob.text !== null && !blob.isTruncated ? blob.text : blobText(place, blob.oid);
}

export async function blobText({ gitHub, owner, repo }: Place, blob: Sha): Promise<string> {
  const asked = { owner, repo, file_sha: blob };
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", asked);
  return Buffer.from(z.object({ content: z.string() }).parse(data).content, "base64").toString("utf8");
}

/** The number of files in one query; their texts may be long. */
const FILES_PER_QUESTION = 20;

/** Files of one commit. What does not exist, or is no file, is left out. */
export async function readFilesAt(
  place: Place,
  { head, paths }: { readonly head: Sha; readonly paths: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { gitHub, owner, repo: name } = place;
  const found = new Map<string, string>();
  for (let start = 0; start < paths.length; start += FILES_PER_QUESTION) {
    const asked = paths.slice(start, start + FILES_PER_QUESTION);
    const variables = Object.fromEntries(asked.map((path, index) => [`f${index}`, `${head}:${path}`]));
    const answer = FilesAnswer.parse(await gitHub.graphql(filesQuery(asked.length), { owner, name, ...variables }));
    for (const [index, path] of asked.entries()) {
      const blob = Blob.safeParse(answer.repository[`f${index}`]);
      if (blob.success) found.set(path, await wholeText(place, blob.data));
    }
  }
  return found;
}

const FilesAnswer = z.object({ repository: z.record(z.string(), z.unknown()) });

function filesQuery(count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return `query ($owner: String!, $name: String!${indexes.map((index) => `, $f${index}: String!`).join("")}) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((index) => `f${index}: object(expression: $f${index}) { ${BLOB} }`).join("\n    ")}
  }
}`;
}
