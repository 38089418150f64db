import type { Instant } from "../../domain/ids.js";

const PREFIX = "stranger:";

/** The key of the one answer that people without permission get in a place on a day. */
export function strangersKey(issue: number, at: Instant): string {
  return `${PREFIX}${issue}:${at.slice(0, 10)}`;
}

/** Whether a comment was only said to people without permission. It counts for no task's limit. */
export function isForStrangers(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** Keys of earlier days are not needed any more: strangers must not make the state grow. */
export function noteForStrangers(noted: readonly string[], key: string): string[] {
  const day = key.slice(key.lastIndexOf(":"));
  return [...noted.filter((known) => !isForStrangers(known) || known.endsWith(day)), key];
}
