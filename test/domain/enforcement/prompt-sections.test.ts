import { describe, expect, it } from "vitest";
import { forbiddenImports } from "../../../src/domain/enforcement/do-not-import.js";
import { promptSections, type SectionsInput } from "../../../src/domain/enforcement/prompt-sections.js";
import { firstAttempt } from "../../../src/domain/enforcement/retry-context.js";
import { aContext, anExport } from "../../support/execution-context.js";
import { aViolation } from "../../support/violation.js";

const neighbours = [
  { moduleId: "MM-0001", shipped: true, creates: ["checkHealth()"] },
  { moduleId: "MM-0002", shipped: true, creates: ["Cache"] },
  { moduleId: "MM-0003", shipped: false, creates: ["Later", "soon()"] },
  { moduleId: "MM-0004", shipped: false, creates: ["Mine"] },
];

function sections(changes: Partial<SectionsInput> = {}) {
  return promptSections({
    moduleId: "MM-0004",
    dependsOn: ["MM-0001"],
    creates: ["Mine", "run()"],
    assertions: [
      { type: "assert", condition: "c", message: "must", check: { type: "file_exists", target: "a.ts" } },
      { type: "suggest", condition: "c", message: "should", check: { type: "file_exists", target: "b.ts" } },
    ],
    neighbours,
    neighboursLeftOut: 0,
    context: aContext(),
    retry: firstAttempt(3),
    keepsTree: true,
    isSealed: () => false,
    ...changes,
  });
}

describe("forbiddenImports", () => {
  it("are exports of modules not shipped, or shipped and not declared; never one's own or a dependency's", () => {
    expect(forbiddenImports({ moduleId: "MM-0004", declared: ["MM-0001"], neighbours })).toEqual([
      { name: "Cache", module: "MM-0002", reason: "not-a-dependency" },
      { name: "Later", module: "MM-0003", reason: "not-shipped" },
      { name: "soon", module: "MM-0003", reason: "not-shipped" },
    ]);
  });

  it("include those of a declared dependency that has not shipped", () => {
    const forbidden = forbiddenImports({
      moduleId: "MM-0004",
      declared: ["MM-0001", "MM-0002", "MM-0003"],
      neighbours,
    });
    expect(forbidden.map(({ name }) => name)).toEqual(["Later", "soon"]);
  });
});

describe("promptSections", () => {
  it("say what must be created, met and should be followed", () => {
    expect(sections()).toMatchObject({ must_create: ["Mine", "run"], requirements: ["must"], guidance: ["should"] });
  });

  it("group imports by source", () => {
    const available_exports = [
      anExport(),
      anExport({ from: "./b.js", name: "b" }),
      anExport({ name: "Health", type: "type" }),
    ];
    expect(sections({ context: aContext({ available_exports }) }).available_imports).toEqual([
      {
        from: "./health.js",
        exports: [
          { name: "checkHealth", type: "function" },
          { name: "Health", type: "type" },
        ],
      },
      { from: "./b.js", exports: [{ name: "b", type: "function" }] },
    ]);
  });

  it("offer imports of declared dependencies alone", () => {
    expect(sections({ dependsOn: [] }).available_imports).toEqual([]);
  });

  it("forbid the others", () => {
    expect(sections().do_not_import.map(({ name }) => name)).toEqual(["Cache", "Later", "soon"]);
  });

  it("speak of a previous attempt only when there was one", () => {
    const retry = { attempt: 2, max_attempts: 3, previous_violations: [aViolation()] };
    expect(sections().previous_attempt).toBeNull();
    expect(sections({ retry }).previous_attempt).toEqual({ ...retry, keeps_tree: true });
  });

  it.each([
    [10, 10, 0],
    [11, 10, 1],
  ])("of %i changed files show %i and count %i", (count, shown, left_out) => {
    const files_created = Array.from({ length: count }, (_, index) => `f${index}.ts`);
    const { changes_so_far } = aContext();
    const context = aContext({ changes_so_far: { ...changes_so_far, files_created } });
    const { files_created: list } = sections({ context });
    expect(list).toMatchObject({ left_out });
    expect(list.shown).toHaveLength(shown);
  });

  it("mark a sealed file, created or modified", () => {
    const { changes_so_far } = aContext();
    const context = aContext({ changes_so_far: { ...changes_so_far, files_modified: ["src/health.ts", "README.md"] } });
    const { files_created, files_modified } = sections({ context, isSealed: (path) => path.startsWith("src/") });
    expect(files_created).toEqual({ shown: [{ path: "src/health.ts", sealed: true }], left_out: 0 });
    expect(files_modified).toEqual({
      shown: [
        { path: "src/health.ts", sealed: true },
        { path: "README.md", sealed: false },
      ],
      left_out: 0,
    });
  });
});
