/** The tools of src/context/tools, by name: what each role may get. */
export const READING_TOOLS = ["list", "glob", "grep", "read"] as const;
const WRITING_TOOLS = ["write", "edit", "delete"] as const;
export const SEARCH_CODE_INDEX = "search_code_index";
export const INSPECT_MODULE = "inspect_module";
export const RAISE_INTERFACE_CHANGE = "raise_interface_change_exception";

/** All tools of a Proposer (requirements.md#engineering-context). The workspace decides which files are open. */
export const PROPOSER_TOOLS = [
  "report_plan_fault",
  RAISE_INTERFACE_CHANGE,
  "contest_gate",
  ...READING_TOOLS,
  ...WRITING_TOOLS,
  SEARCH_CODE_INDEX,
  INSPECT_MODULE,
] as const;
