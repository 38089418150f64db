import { expect, it } from "vitest";
import { outsideScope } from "../../../../src/features/modules/scope/branch-scope.js";
import { taskScope } from "../../../../src/features/modules/scope/task-scope.js";
import { aConfig } from "../../../support/config.js";
import { aBuiltDraft, aDraft, numberPlan } from "../../../support/micro-plan.js";

const blob = "b".repeat(40);
const files = [
  { path: "src/tag.ts", action: "CREATE", reason: "the module" },
  { path: "test/tag.test.ts", action: "CREATE", reason: "its tests" },
  { path: "Dockerfile", action: "MODIFY", reason: "a protected file" },
] as const;
const plan = numberPlan(aDraft(aBuiltDraft("tag", { files: [...files] })));
const committed = [{ path: "package-lock.json", blob }];
const packages = { declared: [], agreed: [], scripts_agreed: false, run: null, committed };
const CLOSED: { enabled: boolean; paths: string[] } = { enabled: false, paths: [] };
const outside = (path: string, danger_mode = CLOSED, at: string | null = blob) =>
  outsideScope(
    [{ path, blob: at }],
    taskScope(plan, { packages }, { taskPath: ".factory/project/T-1.md", rules: aConfig({ danger_mode }) }),
  );

it.each([
  "src/tag.ts",
  "test/tag.test.ts",
  "package-lock.json",
  ".factory/project/T-1.md",
  ".factory/modules/MM-0001/1.0.0/ship.yml",
  ".factory/code-index/MM-0001@1.0.0.yml",
])("a task's pull request may change %s", (path) => {
  expect(outside(path)).toEqual([]);
});

it.each([
  "src/other.ts",
  "src/tag.ts.orig",
  ".github/workflows/ci.yml",
  ".factory/config.yml",
  ".factory/modules/MM-0002/1.0.0/contract.yml",
  "Dockerfile",
])("a task's pull request may not change %s", (path) => {
  expect(outside(path)).toEqual([path]);
});

it("a task's pull request may change a protected file of its manifest in danger mode", () => {
  expect(outside("Dockerfile", { enabled: true, paths: ["Dockerfile"] })).toEqual([]);
});

it("a task's pull request may have the lock file as it was admitted, and no other", () => {
  expect(outside("package-lock.json", CLOSED, "c".repeat(40))).toEqual(["package-lock.json"]);
  expect(outside("package-lock.json", CLOSED, null)).toEqual(["package-lock.json"]);
});

it("a task's pull request may have the lock file with the base's changes, once the branch has merged those", () => {
  const joined = { ...packages, joined: true } as const;
  const scope = taskScope(plan, { packages: joined }, { taskPath: ".factory/project/T-1.md", rules: aConfig() });
  const merged = { path: "package-lock.json", blob: "c".repeat(40) };
  expect(outsideScope([merged, { path: "package.json", blob }], scope)).toEqual(["package.json"]);
});
