import type { Blob } from "@octokit/graphql-schema";
import { nodeId } from "../../node-id.js";
import type { Place } from "../asking.js";
import type { FieldsOf } from "../resolve-field.js";

/**
 * GitHub cuts a blob's text here and sets `isTruncated`. REST gives the whole text
 * (decisions.md#compare-and-swap-commits).
 */
const TEXT_LIMIT = 512_000;
/** Like git, a NUL among the first bytes makes a file binary. */
const BINARY_PROBE = 8000;

export function blobNode({ repository, shown }: Place, sha: string, content: Buffer) {
  const isBinary = content.subarray(0, BINARY_PROBE).includes(0);
  return {
    __typename: "Blob" as const,
    id: nodeId("Blob", repository.id, sha),
    oid: sha,
    byteSize: content.length,
    isBinary,
    isTruncated: content.length > TEXT_LIMIT,
    text: isBinary ? null : utf8Prefix(content),
    repository: shown,
  } satisfies FieldsOf<Blob> & { __typename: string };
}

/** The text up to the limit, without half a character at the end. */
function utf8Prefix(content: Buffer): string {
  if (content.length <= TEXT_LIMIT) return content.toString("utf8");
  let end = TEXT_LIMIT;
  while (end > TEXT_LIMIT - 4 && ((content[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return content.toString("utf8", 0, end);
}
