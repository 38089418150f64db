import { createHash } from "node:crypto";

/** GitHub's ETags are weak for JSON: equal bodies have equal tags. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash("sha256").update(body).digest("hex")}"`;
}

/** Whether `If-None-Match` names the tag. The comparison is weak, so a tag without `W/` also matches. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || bare(tag) === bare(etag));
}
