import { describe, expect, it } from "vitest";
import { accumulateContext, ExecutionContext, ExportKind } from "../../../src/domain/enforcement/execution-context.js";
import { aContext, anExport } from "../../support/execution-context.js";

describe("accumulateContext", () => {
  it("of nothing is empty", () => {
    expect(accumulateContext([])).toEqual({
      available_exports: [],
      changes_so_far: { files_created: [], files_modified: [], total_additions: 0, total_deletions: 0 },
    });
  });

  it("of one module is that module's", () => {
    expect(accumulateContext([aContext()])).toEqual(aContext());
  });

  it("keeps one export for a source and a name: the first to offer it", () => {
    const later = anExport({ created_by: "MM-0002@1.0.0" });
    const { available_exports } = accumulateContext([aContext(), aContext({ available_exports: [later] })]);
    expect(available_exports).toEqual([anExport()]);
  });

  it("keeps the same name from another source, and another name from the same", () => {
    const others = [anExport({ from: "./other.js" }), anExport({ name: "Health" })];
    const { available_exports } = accumulateContext([aContext(), aContext({ available_exports: others })]);
    expect(available_exports).toEqual([anExport(), ...others]);
  });

  it("adds up files and lines; what is new stays new when it is changed again", () => {
    const second = {
      files_created: ["src/b.ts"],
      files_modified: ["src/health.ts", "README.md", "README.md"],
      total_additions: 5,
      total_deletions: 2,
    };
    expect(accumulateContext([aContext(), aContext({ changes_so_far: second })]).changes_so_far).toEqual({
      files_created: ["src/health.ts", "src/b.ts"],
      files_modified: ["README.md"],
      total_additions: 15,
      total_deletions: 2,
    });
  });

  it("gives a valid context", () => {
    expect(ExecutionContext.safeParse(accumulateContext([aContext(), aContext()])).success).toBe(true);
  });
});

it("a context knows the kinds of exports", () => {
  expect(ExportKind.options).toEqual(["type", "interface", "function", "const", "class", "enum"]);
});
