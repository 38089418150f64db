import { z } from "zod";
import { gitBlobSha } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import type { SizedBlob } from "../../engine/ports.js";
import type { Place } from "../client/github.js";

/**
 * The number of texts in one query, and their bytes: GitHub has ten seconds to answer, and the answer is in memory
 * twice.
 */
const BLOBS_PER_QUESTION = 100;
const BYTES_PER_QUESTION = 1_000_000;

/** GraphQL cuts a text here. */
const TEXT_LIMIT = 512_000;

const Blob = z.object({ text: z.string().nullable(), isTruncated: z.boolean(), isBinary: z.boolean().nullable() });
const Answer = z.object({ repository: z.record(z.string(), z.unknown()) });

/**
 * The texts of many blobs in few queries; null for what GitHub says is not text. Texts that are truncated, in another
 * encoding, or missing are left out.
 */
export async function readBlobs(
  { gitHub, owner, repo }: Place,
  blobs: readonly SizedBlob[],
): Promise<ReadonlyMap<Sha, string | null>> {
  const found = new Map<Sha, string | null>();
  for (const asked of questionsOf(blobs.filter(({ size }) => size <= TEXT_LIMIT))) {
    const variables = Object.fromEntries(asked.map(({ blob }, index) => [`b${index}`, blob]));
    const answer = Answer.parse(await gitHub.graphql(blobsQuery(asked.length), { owner, name: repo, ...variables }));
    for (const [index, { blob }] of asked.entries()) {
      const given = Blob.safeParse(answer.repository[`b${index}`]);
      if (!given.success) continue;
      const { text, isBinary } = given.data;
      if (isBinary === true) found.set(blob, null);
      else if (text !== null && gitBlobSha(text) === blob) found.set(blob, text);
    }
  }
  return found;
}

function questionsOf(blobs: readonly SizedBlob[]): SizedBlob[][] {
  const questions: SizedBlob[][] = [];
  let bytes = 0;
  for (const blob of blobs) {
    const last = questions.at(-1);
    bytes += blob.size;
    if (last !== undefined && last.length < BLOBS_PER_QUESTION && bytes <= BYTES_PER_QUESTION) last.push(blob);
    else {
      questions.push([blob]);
      bytes = blob.size;
    }
  }
  return questions;
}

function blobsQuery(count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return `query ($owner: String!, $name: String!${indexes.map((index) => `, $b${index}: GitObjectID!`).join("")}) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((index) => `b${index}: object(oid: $b${index}) { ... on Blob { text isTruncated isBinary } }`).join("\n    ")}
  }
}`;
}
