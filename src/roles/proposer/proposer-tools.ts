import { contestTool, type ProposerChannels, planFaultTool } from "../../context/tools/channel-tools.js";
import { type InspectModule, inspectModuleTool } from "../../context/tools/inspect-module-tool.js";
import {
  haltedAfter,
  interfaceChangeTool,
  type RaiseInterfaceChange,
} from "../../context/tools/interface-change-tool.js";
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
  /** The names of tools without use at this call (`idleTools`). */
  readonly idle: readonly string[];
};

/** All tools of a Proposer. The workspace decides which files are open. */
export function proposerTools(
  workspace: Workspace,
  { searchIndex, inspectModule, raiseInterfaceChange, channels, boundary, idle }: ProposerAbilities,
): Tool[] {
  const raising = haltedAfter(interfaceChangeTool(raiseInterfaceChange), [
    contestTool(channels),
    ...readingTools(workspace, boundary),
    ...writingTools(workspace),
    searchIndexTool(searchIndex, boundary),
    inspectModuleTool(inspectModule, boundary),
  ]);
  const tools = haltedAfter(planFaultTool(channels), raising, "a fault of the plan was reported");
  return tools.filter(({ name }) => !idle.includes(name));
}

/** A planner reads code without an owner and the index, and changes nothing. */
export function plannerTools(
  workspace: Workspace,
  { searchIndex, inspectModule, boundary, idle }: Omit<ProposerAbilities, "raiseInterfaceChange" | "channels">,
): Tool[] {
  const tools = [
    ...readingTools(workspace, boundary),
    searchIndexTool(searchIndex, boundary),
    inspectModuleTool(inspectModule, boundary),
  ];
  return tools.filter(({ name }) => !idle.includes(name));
}
