import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { indexEntryOf, moduleFolder } from "../../../src/domain/index-entries/code-index-entry.js";
import { exportsOfDependency, readDependency, readUpstream } from "../../../src/roles/reading/read-dependency.js";
import { readTree, type TaskReading } from "../../../src/roles/reading/read-task.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { REPOSITORY, readerOf } from "../../support/job-ports.js";
import { FIRST_TASK, planning, SECOND_TASK } from "../../support/loop.js";

const REF = "MM-0001@1.0.0";

function shipped(contract: Contract): Record<string, string> {
  const folder = moduleFolder(contract.module_id, contract.module_version);
  return { [`${folder}/contract.yml`]: writeYaml(contract, Contract), [`${folder}/examples.md`]: "# Examples\n" };
}

const treeOf = (files: Record<string, string>) => readTree(REPOSITORY, "b".repeat(40), readerOf(files));

describe("what a shipped module offers to those who build on it", () => {
  const writtenIn = (entry: string, test_file: string, creates: string[]) =>
    aContract({
      entry,
      test_file,
      target_artifacts: [entry],
      files: [
        { path: entry, action: "CREATE", reason: "the module" },
        { path: test_file, action: "CREATE", reason: "its tests" },
      ],
      creates,
    });

  it("is what its contract promises where its language is not read here", async () => {
    const go = writtenIn("tag/tag.go", "tag/tag_test.go", ["NormaliseTag()"]);
    const tree = await treeOf({
      ...shipped(go),
      "tag/tag.go": "func NormaliseTag(raw string) string { return raw }\n",
    });
    const exports = await exportsOfDependency(tree, await readDependency(tree, REF), "line/line.go");
    expect(exports).toEqual([
      { name: "NormaliseTag", from: "tag/tag.go", type: null, created_by: REF, file: "tag/tag.go" },
    ]);
  });

  it.each([
    ["src/tag.py", {}, "tag"],
    ["src/pkg/tag.py", {}, "pkg.tag"],
    ["src/pkg/__init__.py", {}, "pkg"],
    ["src/tag.py", { "src/__init__.py": "" }, "src.tag"],
    ["app/tag.py", {}, "app.tag"],
  ])("is what %s declares in Python, by the module's name", async (entry, others, from) => {
    const python = writtenIn(entry, "tests/test_tag.py", ["normalise_tag()", "Tag"]);
    const text = "def normalise_tag(raw): return raw\n_fold = 1\n";
    const tree = await treeOf({ ...others, ...shipped(python), [entry]: text });
    const exports = await exportsOfDependency(tree, await readDependency(tree, REF), "src/line.py");
    expect(exports.map(({ name, type, from: source }) => [name, type, source])).toEqual([
      ["normalise_tag", "function", from],
      ["Tag", null, from],
    ]);
  });

  it("is what the compiler finds, and what comes through a file of nobody's besides", async () => {
    const contract = aContract({ creates: ["normaliseTag", "Tag"] });
    const tree = await treeOf({ ...shipped(contract), "src/tag.ts": "export function normaliseTag() {}\n" });
    const exports = await exportsOfDependency(tree, await readDependency(tree, REF), "src/deep/line.ts");
    expect(exports.map(({ name, type, from }) => [name, type, from])).toEqual([
      ["normaliseTag", "function", "../tag.js"],
      ["Tag", null, "../tag.js"],
    ]);
  });
});

describe("what the tasks shipped that a task depends on", () => {
  const next = aContract({ module_version: "2.0.0" });

  async function upstream(index: TaskReading["index"]) {
    const project = planning.project;
    const [first, second] = [project?.tasks[FIRST_TASK], project?.tasks[SECOND_TASK]];
    if (project === null || first === undefined || second === undefined) throw new Error("there are two tasks");
    const tasks = { ...project.tasks, [FIRST_TASK]: { ...first, module_refs: [REF] } };
    const tree = await treeOf({ ...shipped(aContract()), ...shipped(next) });
    const reading = { state: { ...planning, project: { ...project, tasks } }, task: second, index, tree };
    return (await readUpstream(reading as unknown as TaskReading)).map(({ surface }) => surface.ref);
  }

  it("is each module with its contract", async () => {
    expect(await upstream([indexEntryOf(aContract())])).toEqual([REF]);
  });

  it("is the version that is built on now, where a later one has shipped", async () => {
    const old = { ...indexEntryOf(aContract()), status: "SUPERSEDED", superseded_by: "MM-0001@2.0.0" } as const;
    expect(await upstream([old, indexEntryOf(next)])).toEqual(["MM-0001@2.0.0"]);
  });

  it("is the version that shipped where nothing succeeds it, and nothing that was taken back", async () => {
    const old = { ...indexEntryOf(aContract()), status: "DEPRECATED", notes: "gone soon" } as const;
    expect(await upstream([old])).toEqual([REF]);
    expect(await upstream([{ ...old, status: "WITHDRAWN" }])).toEqual([]);
  });
});
