import { contestTool, type ProposerChannels, planFaultTool } from "../../context/tools/channel-tools.js";
import { exceptionTool, haltedAfter, type RaiseInterfaceChange } from "../../context/tools/exception-tool.js";
import { type InspectModule, inspectModuleTool } from "../../context/tools/inspect-module-tool.js";
import { readingTools } from "../../context/tools/reading-tools.js";
import { type SearchIndex, searchIndexTool } from "../../context/tools/search-index-tool.js";
import type { Workspace } from "../../context/workspace/workspace.js";
import type { Tool } from "../../model/model-port.js";
import { writingTools } from "./writing-tools.js";

export type ProposerAbilities = {
  readonly searchIndex: SearchIndex;
  readonly inspectModule: InspectModule;
  readonly raiseInterfaceChange: RaiseInterfaceChange;
  readonly channels: ProposerChannels;
  /** Random: it fences the output of the tools. */
  readonly boundary: string;
};

/** All tools of a Proposer. The workspace decides which files are open. */
export function proposerTools(
  workspace: Workspace,
  { searchIndex, inspectModule, raiseInterfaceChange, channels, boundary }: ProposerAbilities,
): Tool[] {
  const raising = haltedAfter(exceptionTool(raiseInterfaceChange), [
    contestTool(channels),
    ...readingTools(workspace, boundary),
    ...writingTools(workspace),
    searchIndexTool(searchIndex, boundary),
    inspectModuleTool(inspectModule, boundary),
  ]);
  return haltedAfter(planFaultTool(channels), raising, "a fault of the plan was reported");
}

/** A planner reads code without an owner and the index, and changes nothing. */
export function plannerTools(
  workspace: Workspace,
  { searchIndex, inspectModule, boundary }: Pick<ProposerAbilities, "searchIndex" | "inspectModule" | "boundary">,
): Tool[] {
  return [
    ...readingTools(workspace, boundary),
    searchIndexTool(searchIndex, boundary),
    inspectModuleTool(inspectModule, boundary),
  ];
}
