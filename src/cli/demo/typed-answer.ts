import { readCommands } from "../../commands/read-commands.js";

/** What has been typed so far: enough to be said, or why it goes on. */
export type Typed = "complete" | "open-fence" | "payload-missing";

/**
 * A comment is typed line by line, and pasted so as well. A command that needs a `yaml` block goes on until the block is closed;
 * a line that ends in a backslash, and two empty ones, are the typist's own words about it.
 */
export function judgeTyped(text: string): Typed {
  if (hasOpenFence(text)) return "open-fence";
  const read = readCommands(text);
  const needs = read.ok && read.value.some(({ outcome }) => !outcome.ok && outcome.refusal.code === "payload-needed");
  return needs && !text.endsWith("\n\n") ? "payload-missing" : "complete";
}

/** Of backticks or tildes: closed by as many of the same, and nothing else on the line. */
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
