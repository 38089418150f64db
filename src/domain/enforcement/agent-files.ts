import type { ProtectedGroup } from "./protected-group.js";

/** Files that instruct an agent. A role that could write them would instruct the roles that follow. */
export const AGENT_FILES: ProtectedGroup = {
  class: "instructs-agents",
  why: "instructions to agents, and the specification",
  patterns: [
    "/SPEC.md",
    "{AGENTS,AGENTS.override,AGENT,CLAUDE,CLAUDE.local,GEMINI,QWEN,CRUSH,WARP}.md",
    "copilot-instructions.md",
    "{.claude,.codex,.gemini,.cursor,.windsurf,.roo,.continue,.clinerules,.kiro,.junie}",
    "{.agent,.agents,.aiassistant,.amazonq,.augment,.crush,.kilocode,.opencode,.qwen,.trae}",
    "{.cursorrules,.windsurfrules,.goosehints}",
    "opencode.{json,jsonc}",
    ".aider*",
    ".mcp.json",
  ],
};
