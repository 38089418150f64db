import type { TaskId } from "../../domain/ids.js";
import { plainText } from "../../render/plain-text.js";

export type NothingToRelease = {
  readonly mention: string;
  readonly why: string;
  /** Tasks whose merge could be undone, so that they are done again. */
  readonly merged: readonly TaskId[];
};

/** A product ended without a module. Only a person can end it, and the text says how (decisions.md#never-silence). */
export function nothingToRelease({ mention, why, merged }: NothingToRelease): string {
  const undo = merged.map((task) => `\`/factory undo ${task}\``).join(", ");
  return [
    "## Your decision about a product with nothing to release",
    "",
    `@${mention} ${plainText(why)}`,
    "",
    "Say `/factory abort` to end it: everything is kept, and the next request can start. To have it built after all, put the label on this issue again after that.",
    ...(merged.length === 0 ? [] : ["", `What was merged can also be taken back and done again: ${undo}.`]),
  ].join("\n");
}
