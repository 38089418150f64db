import { MAX_WRITE_RETRIES } from "./limits.js";

/** A tool call as a role requested it. */
export type ToolCall = { readonly name: string; readonly input: unknown };

/** How a reviewer's answer is treated. A discarded answer is never read. */
export type WriteGuardDecision =
  | { readonly next: "accept" }
  | { readonly next: "discard-and-ask-again"; readonly attempted: readonly string[] }
  | { readonly next: "escalate"; readonly cause: "write-attempt"; readonly attempted: readonly string[] };

const WRITING_TOOL =
  /(?:^|[_.-])(?:append|apply|commit|create|delete|edit|insert|move|patch|push|remove|rename|replace|write)(?:$|[_.-])/;
const SHELL_TOOL = /(?:^|[_.-])(?:bash|exec|powershell|run|shell|sh|terminal)(?:$|[_.-])/;
/**
 * Redirection and commands that change files (requirements.md#write-guard). A comparison in quotes also matches: a
 * reviewer needs no shell.
 */
const WRITING_COMMAND =
  />|\b(?:chmod|chown|cp|dd|git\s+(?:add|am|apply|checkout|commit|merge|push|rebase|reset|restore|rm|stash)|install|ln|mkdir|mv|patch|rm|rmdir|sed\s+(?:-\w*i|--in-place)|tee|touch|truncate)\b/;

/** Whether a call would write. Reviewers have no tool that can, but the attempt counts. */
export function isWriteAttempt({ name, input }: ToolCall): boolean {
  const tool = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1_$2").toLowerCase();
  if (WRITING_TOOL.test(tool)) return true;
  return SHELL_TOOL.test(tool) && textsIn(input).some((text) => WRITING_COMMAND.test(text));
}

/**
 * A reviewer's answer with a write attempt is discarded and requested once more. After the second attempt a person
 * decides.
 */
export function guardReviewer(calls: readonly ToolCall[], earlierDiscards: number): WriteGuardDecision {
  const attempted = calls.filter(isWriteAttempt).map(({ name }) => name);
  if (attempted.length === 0) return { next: "accept" };
  if (earlierDiscards < MAX_WRITE_RETRIES) return { next: "discard-and-ask-again", attempted };
  return { next: "escalate", cause: "write-attempt", attempted };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
