import { readCommands } from "../../commands/read-commands.js";

/** What was typed so far: a complete answer, or the reason to wait for more. */
export type Typed = "complete" | "open-fence" | "payload-missing";

/**
 * A comment is typed or pasted line by line. A command with a `yaml` block continues until the block is closed. A line
 * that ends in a backslash continues, too; two empty lines end the answer.
 */
export function judgeTyped(text: string): Typed {
  if (hasOpenFence(text)) return "open-fence";
  const read = readCommands(text);
  const needs = read.ok && read.value.some(({ outcome }) => !outcome.ok && outcome.refusal.code === "payload-needed");
  return needs && !text.endsWith("\n\n") ? "payload-missing" : "complete";
}

/** A fence of backticks or tildes: a line with as many of the same closes it. */
function hasOpenFence(text: string): boolean {
  let open: string | undefined;
  for (const line of text.split("\n")) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence === null) continue;
    const [, marks = "", rest = ""] = fence;
    if (open === undefined) open = marks;
    else if (marks.startsWith(open) && rest.trim() === "") open = undefined;
  }
  return open !== undefined;
}
