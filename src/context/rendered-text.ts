import type { FenceOptions } from "./fence-untrusted.js";

/** Files that people see rendered, without comments. */
const RENDERED = /\.(?:md|mdx|markdown|html?)$/i;

/**
 * Whether comments of a file are removed. In code, data and output `<!--` is content: removing it, and everything after
 * an unclosed one, would hide what people see.
 */
export function commentsOf(path: string): NonNullable<FenceOptions["comments"]> {
  return RENDERED.test(path) ? "remove" : "keep";
}
