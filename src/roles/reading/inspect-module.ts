import type { InspectModule } from "../../context/tools/inspect-module-tool.js";
import { parseModuleRef } from "../../domain/ids.js";
import { entryRef, isThere, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { accept, refuse } from "../../domain/refusal.js";
import { readDependency } from "./read-dependency.js";
import type { TaskReading } from "./read-task.js";

/** Reads the public files of any module of the index (decisions.md#what-is-known-of-dependencies). */
export function moduleInspector({ index, tree }: Pick<TaskReading, "index" | "tree">): InspectModule {
  return async (ref) => {
    const entry = index.find((candidate) => entryRef(candidate) === ref);
    if (entry === undefined) return refuse("not-shipped", `${ref} is not in the code index`, { ref });
    if (!isThere(entry)) return refuse("withdrawn", `${ref} was withdrawn: its code is not there any more`, { ref });
    const { moduleId, version } = parseModuleRef(ref);
    const missing = ["contract.yml", "examples.md"]
      .map((name) => `${moduleFolder(moduleId, version)}/${name}`)
      .filter((path) => !tree.blobs.has(path));
    if (missing.length > 0) return refuse("file-missing", `${missing.join(", ")}: not on this branch`, { missing });
    const [{ surface }, evidence] = await Promise.all([readDependency(tree, ref), tree.read(entry.ship_ref)]);
    return accept({ surface, evidence: evidence ?? "there is none" });
  };
}
