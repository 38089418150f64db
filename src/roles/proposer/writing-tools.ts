import { z } from "zod";
import { defineTool } from "../../context/tools/define-tool.js";
import type { Workspace } from "../../context/workspace/workspace.js";
import { accept } from "../../domain/refusal.js";
import type { Tool } from "../../model/model-port.js";

const Path = z.string().min(1).max(1_024).describe("One of this module's files.");

/** Tools that change the module's own files, as far as the workspace allows. */
export function writingTools(workspace: Workspace): Tool[] {
  return [
    defineTool({
      name: "write",
      description: "Writes a whole file of this module.",
      Input: z.strictObject({ path: Path, text: z.string() }),
      run: async ({ path, text }) => {
        const written = await workspace.write(path, text);
        return written.ok ? accept(`wrote ${written.value}, ${text.length} characters`) : written;
      },
    }),
    defineTool({
      name: "edit",
      description:
        "Replaces a text in a file of this module. The old text must occur exactly once, unless everywhere is set.",
      Input: z.strictObject({
        path: Path,
        old_text: z.string().min(1),
        new_text: z.string(),
        everywhere: z.boolean().default(false),
      }),
      run: async ({ path, old_text, new_text, everywhere }) => {
        const edited = await workspace.edit({ path, oldText: old_text, newText: new_text, everywhere });
        return edited.ok ? accept(`edited ${edited.value}`) : edited;
      },
    }),
    defineTool({
      name: "delete",
      description: "Deletes a file that this module's manifest says is to be deleted.",
      Input: z.strictObject({ path: Path }),
      run: async ({ path }) => {
        const removed = await workspace.remove(path);
        return removed.ok ? accept(`deleted ${removed.value}`) : removed;
      },
    }),
  ];
}
