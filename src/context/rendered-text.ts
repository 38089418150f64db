import type { FenceOptions } from "./fence-untrusted.js";

/** Files that are looked at as they are rendered, where a comment is not seen. */
const RENDERED = /\.(?:md|mdx|markdown|html?)$/i;

/**
 * What happens to the comments of a file. In code, data and whatever a program printed `<!--` is content like any other: to take
 * it out, and with it all that follows one that is never closed, would hide what people see.
 */
export function commentsOf(path: string): NonNullable<FenceOptions["comments"]> {
  return RENDERED.test(path) ? "remove" : "keep";
}
