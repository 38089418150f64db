import { sha256 } from "../../../domain/hash.js";

export const MAX_SLUG_LENGTH = 64;
const KEPT_LENGTH = 56;
const HASH_LENGTH = 7;

/**
 * A name as a folder: `[a-z0-9-]`, at most 64 characters (requirements.md#slugs). A longer one is cut at 56 and gets a
 * hash of the whole; a name without Latin letters or digits becomes a hash of the name.
 */
export function slugify(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug === "") return shortHash(name);
  if (slug.length <= MAX_SLUG_LENGTH) return slug;
  return `${cutSlug(slug, KEPT_LENGTH)}-${shortHash(slug)}`;
}

/** The first characters of a slug, without a trailing hyphen. */
export function cutSlug(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-$/, "");
}

function shortHash(text: string): string {
  return sha256(text).slice(0, HASH_LENGTH);
}
