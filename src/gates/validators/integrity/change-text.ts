import { lineChanges } from "../../../domain/line-changes.js";
import type { GateContext } from "../../gate-context.js";

/** Enough to see what a regression comes from. The repository has all of it. */
const LONGEST = 20_000;

/** What the change does to each file, bounded; the App's own files are left out. */
export function changeText({ diff, base, head }: Pick<GateContext, "diff" | "base" | "head">): string {
  let text = "";
  const files = diff.filter(({ path }) => !path.startsWith(".factory/"));
  for (const [index, { path, action }] of files.entries()) {
    const changes = lineChanges(base.read(path) ?? "", head.read(path) ?? "");
    const part = `${action} ${path}\n${changes === "" ? "(not text, or only its mode)" : changes}\n`;
    if (text.length + part.length > LONGEST) return `${text}and ${files.length - index} more files\n`;
    text += part;
  }
  return text;
}
