import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { moduleStatePath } from "../../../src/domain/gates/state-paths.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { optionalStateFiles, requiredStateFiles } from "../../../src/engine/state-files.js";
import { examplesStatePath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { taskKey } from "../../../src/features/modules/keys.js";
import { NEW_WORK } from "../../../src/features/modules/task-work.js";
import { parseTaskFile } from "../../../src/features/tasks/task-file/parse-task-file.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { approved, decideOn, FIRST_TASK, LATER, mergedSpec, planning, SECOND_TASK, say } from "../../support/loop.js";
import { HEAD, pull } from "../../support/observed.js";

const REF = "MM-0001@1.0.0";
const CONTRACT = moduleStatePath(FIRST_TASK, REF, "contract.yml");
const EXAMPLES = examplesStatePath(FIRST_TASK, "MM-0001");
const written = decideOn(approved, { pulls: [mergedSpec], comments: [say("/factory approve")] }).files;
const PATH = planning.project?.tasks[SECOND_TASK]?.path ?? "";
const taskPull = pull({ number: 6, branch: `factory/${SECOND_TASK}`, key: taskKey(SECOND_TASK) });

/** The first task has shipped these modules, and the second is to begin. */
function beginning(module_refs: string[]): FactoryState {
  const { project } = planning;
  const [first, second] = [project?.tasks[FIRST_TASK], project?.tasks[SECOND_TASK]];
  if (project === null || first === undefined || second === undefined) throw new Error("there are two tasks");
  const shipped = { ...first, status: "SHIPPED", shipped_at: LATER, merge_sha: HEAD, module_refs } as const;
  const tasks = {
    ...project.tasks,
    [FIRST_TASK]: shipped,
    [SECOND_TASK]: { ...second, status: "IN_PROGRESS" },
  } as const;
  return { ...planning, project: { ...project, tasks }, work: { [SECOND_TASK]: NEW_WORK } };
}

/** What the loop would read of what lies on the state branch. */
function readBy(state: FactoryState, branch: Readonly<Record<string, string>>) {
  const all = new Map([...written.map(({ path, text }) => [path, text] as const), ...Object.entries(branch)]);
  const query = [...requiredStateFiles(state), ...optionalStateFiles(state)];
  return new Map(query.flatMap((path) => [[path, all.get(path)] as const]).filter(isThere));
}

const isThere = (entry: readonly [string, string | undefined]): entry is readonly [string, string] =>
  entry[1] !== undefined;

function contractsIn(text: string | undefined) {
  const file = parseTaskFile(text ?? "");
  if (!file.ok) throw new Error(file.refusal.message);
  return file.value.dependency_contracts;
}

describe("the file that a task's work begins with", () => {
  const contract = aContract({ purpose: "Turns a raw tag\ninto its canonical\u0007 spelling" });

  function proposed(state: FactoryState, branch: Readonly<Record<string, string>>) {
    const { pending } = decideOn(state, { pulls: [mergedSpec] }, { files: readBy(state, branch) });
    const proposal = pending.find((effect) => effect.kind === "propose-files" && effect.branch === taskPull.branch);
    return proposal?.kind === "propose-files" ? proposal.files.find(({ path }) => path === PATH)?.text : undefined;
  }

  it("says what the modules offer that the tasks before it shipped, in the pull request's first commit", () => {
    const told = contractsIn(proposed(beginning([REF]), { [CONTRACT]: writeYaml(contract, Contract) }));
    expect(told.map(({ module_ref }) => module_ref)).toEqual([REF]);
    expect(told[0]?.summary.split("\n")).toEqual([
      "Tag normaliser. Turns a raw tag into its canonical spelling",
      "entry: src/tag.ts",
      "exports: normaliseTag, Tag",
      "inputs: raw: string where not empty; at most 80 characters; locale?: string",
      "outputs: tag: string where lower case",
      "error_surfaces: EmptyTag (exception): raw holds no letter",
      "effects: WRITE audit-log: appends one line for each call",
      "modes: sync",
    ]);
  });

  it("has the examples of those modules, as they are written", () => {
    const examples = '# Examples\n\n## `normaliseTag`\n\n```ts\nnormaliseTag("Blue")\n```\n\n- one\n## Done\u0007\n';
    const branch = { [CONTRACT]: writeYaml(contract, Contract), [EXAMPLES]: examples };
    const [told] = contractsIn(proposed(beginning([REF]), branch));
    expect(told?.summary).toContain(`modes: sync\nexamples:\n${examples.replace("\u0007", "").trim()}`);
  });

  it("has the beginning of very long examples, and where the rest is", () => {
    const examples = `# Examples\n\n\`\`\`ts\n${"call();\n".repeat(2_000)}\`\`\`\n`;
    const branch = { [CONTRACT]: writeYaml(contract, Contract), [EXAMPLES]: examples };
    const summary = contractsIn(proposed(beginning([REF]), branch))[0]?.summary ?? "";
    expect(summary.length).toBeLessThan(5_000);
    expect(summary).toMatch(/call\(\);\n```\n\[the rest is in \.factory\/modules\/MM-0001\/1\.0\.0\/examples\.md\]$/);
  });

  it("is the same on the state branch, where whoever is asked about the task reads it", () => {
    const state = beginning([REF]);
    const branch = { [CONTRACT]: writeYaml(contract, Contract) };
    const opened = decideOn(state, { pulls: [mergedSpec, taskPull] }, { files: readBy(state, branch) });
    expect(opened.state?.work[SECOND_TASK]?.stage.stage).toBe("planning");
    expect(opened.files.find(({ path }) => path === PATH)?.text).toBe(proposed(state, branch));
  });

  it("names a module that was reused from elsewhere, and where its contract is", () => {
    const reused = { module_ref: REF, summary: "its contract is .factory/modules/MM-0001/1.0.0/contract.yml" };
    expect(contractsIn(proposed(beginning([REF]), {}))).toEqual([reused]);
    const other = aContract({ module_version: "2.0.0" });
    expect(contractsIn(proposed(beginning([REF]), { [CONTRACT]: writeYaml(other, Contract) }))).toEqual([reused]);
  });

  it("says of two versions what the newer one offers", () => {
    const told = contractsIn(proposed(beginning([REF, "MM-0001@1.10.0", "MM-0001@1.9.0"]), {}));
    expect(told.map(({ module_ref }) => module_ref)).toEqual(["MM-0001@1.10.0"]);
  });

  it("stays as it is where nothing has shipped that it builds on", () => {
    expect(contractsIn(proposed(beginning([]), {}))).toEqual([]);
    const state = beginning([]);
    const opened = decideOn(state, { pulls: [mergedSpec, taskPull] }, { files: readBy(state, {}) });
    expect(opened.files.some(({ path }) => path === PATH)).toBe(false);
  });
});
