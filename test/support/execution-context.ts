import type { AvailableExport, ExecutionContext } from "../../src/domain/enforcement/execution-context.js";

export function anExport(changes: Partial<AvailableExport> = {}): AvailableExport {
  return {
    name: "checkHealth",
    from: "./health.js",
    type: "function",
    created_by: "MM-0001@1.0.0",
    file: "src/health.ts",
    ...changes,
  };
}

/** The execution context of a module that shipped one function. */
export function aContext(changes: Partial<ExecutionContext> = {}): ExecutionContext {
  return {
    available_exports: [anExport()],
    changes_so_far: { files_created: ["src/health.ts"], files_modified: [], total_additions: 10, total_deletions: 0 },
    ...changes,
  };
}
