import { folded, inlineCode } from "../../render/code.js";
import { cutLine } from "../../render/cut.js";
import type { Part } from "../../render/fit.js";
import type { ChangedFiles } from "../checkpoints/changed-files.js";

/** Enough to recognise the product; git has all of them. */
const LISTED = 100;

/** The files that were changed so far, folded. */
export function changedPart({ paths, more }: ChangedFiles): Part[] {
  const count = paths.length + more;
  if (count === 0) return [];
  const left = count - Math.min(paths.length, LISTED);
  const lines = paths.slice(0, LISTED).map((path) => `- ${inlineCode(cutLine(path, 200))}`);
  const text = [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n");
  const title = `${count} ${count === 1 ? "file" : "files"} changed so far`;
  return [{ text: folded(title, text), whenLeftOut: `_${title}; the list did not fit._` }];
}
