import { describe, expect, it } from "vitest";
import { ExecutionContext } from "../../../src/domain/enforcement/execution-context.js";
import { planPath } from "../../../src/domain/gates/state-paths.js";
import { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import { contextPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import type { TaskState } from "../../../src/features/tasks/board/project-state.js";
import { priorTasksOf } from "../../../src/roles/reading/prior-tasks-of.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { PLAN } from "../../support/halted.js";
import { FIRST_TASK, planning, SECOND_TASK } from "../../support/loop.js";

/** The plan's two modules, each of which creates files of its own and modifies one that all share. */
const plan = {
  ...PLAN,
  modules: PLAN.modules.map((module) => ({
    ...module,
    ...("files" in module
      ? { files: [...module.files, { path: "src/index.ts", action: "MODIFY", reason: "the barrel" }] }
      : {}),
  })),
} as MicroPlan;
const created = PLAN.modules.flatMap((module) => ("files" in module ? module.files.map(({ path }) => path) : []));
const seals = [{ module_ref: "MM-0001@1.0.0", files: created.map((path) => ({ path, blob: "a".repeat(40) })) }];

async function prior(module_refs: string[], branch: Readonly<Record<string, string>>) {
  const { project } = planning;
  const [first, second] = [project?.tasks[FIRST_TASK], project?.tasks[SECOND_TASK]];
  if (project === null || first === undefined || second === undefined) throw new Error("there are two tasks");
  const shipped: TaskState = { ...first, status: "SHIPPED", shipped_at: "2026-03-01T12:00:00Z", module_refs };
  const asked: string[] = [];
  const stored = async (paths: readonly string[]) => {
    asked.push(...paths);
    return new Map(Object.entries(branch).filter(([path]) => paths.includes(path)));
  };
  const state = { ...planning, project: { ...project, tasks: { ...project.tasks, [FIRST_TASK]: shipped } } };
  return { tasks: await priorTasksOf({ state, seals, stored }), asked };
}

describe("the description of tasks that shipped before", () => {
  const branch = { [planPath(FIRST_TASK)]: writeYaml(plan, MicroPlan) };

  it("have the names of the files they changed, the sealed ones apart, and their modules with entry and exports", async () => {
    const { tasks, asked } = await prior(["MM-0001@1.0.0", "MM-0002@1.0.0"], branch);
    expect(tasks).toMatchObject([
      {
        task_id: FIRST_TASK,
        changed_files: ["src/index.ts"],
        sealed_files: [...new Set(created)],
        modules: plan.modules.map(({ module_id }) => ({ ref: `${module_id}@1.0.0`, exports: [expect.any(String)] })),
      },
    ]);
    expect(asked).toEqual([
      planPath(FIRST_TASK),
      contextPath(FIRST_TASK, "MM-0001"),
      contextPath(FIRST_TASK, "MM-0002"),
    ]);
  });

  it("are what was recorded when its modules shipped, with the lines, where that is known", async () => {
    const context = {
      available_exports: [],
      changes_so_far: { files_created: [], files_modified: ["src/barrel.ts"], total_additions: 4, total_deletions: 1 },
    };
    const recorded = { ...branch, [contextPath(FIRST_TASK, "MM-0001")]: writeYaml(context, ExecutionContext) };
    const { tasks } = await prior(["MM-0001@1.0.0"], recorded);
    expect(tasks).toMatchObject([
      { changed_files: ["src/barrel.ts"], sealed_files: [], lines: { additions: 4, deletions: 1 } },
    ]);
  });

  it("are no files of modules that did not ship, and none where there was no plan", async () => {
    expect((await prior([], branch)).tasks).toMatchObject([{ changed_files: [], sealed_files: [] }]);
    expect((await prior(["MM-0001@1.0.0"], {})).tasks).toMatchObject([{ changed_files: [], sealed_files: [] }]);
  });
});
