import { exceptionTool, haltedAfter, type RaiseInterfaceChange } from "../../context/tools/exception-tool.js";
import { readingTools } from "../../context/tools/reading-tools.js";
import { type SearchIndex, searchIndexTool } from "../../context/tools/search-index-tool.js";
import type { Workspace } from "../../context/workspace/workspace.js";
import type { Tool } from "../../model/model-port.js";
import { writingTools } from "./writing-tools.js";

export type ProposerAbilities = {
  readonly searchIndex: SearchIndex;
  readonly raiseInterfaceChange: RaiseInterfaceChange;
  /** Random: it fences what the tools show. */
  readonly boundary: string;
};

/** Everything a Proposer can do while it works. Which files are open is the workspace's to say. */
export function proposerTools(
  workspace: Workspace,
  { searchIndex, raiseInterfaceChange, boundary }: ProposerAbilities,
): Tool[] {
  return haltedAfter(exceptionTool(raiseInterfaceChange), [
    ...readingTools(workspace, boundary),
    ...writingTools(workspace),
    searchIndexTool(searchIndex, boundary),
  ]);
}

/** A planner looks at code that nobody owns and at the index, and changes nothing. */
export function plannerTools(
  workspace: Workspace,
  { searchIndex, boundary }: Pick<ProposerAbilities, "searchIndex" | "boundary">,
): Tool[] {
  return [...readingTools(workspace, boundary), searchIndexTool(searchIndex, boundary)];
}
