import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProductSpec } from "../../../../src/features/spec/product-spec.js";
import { validateSpec } from "../../../../src/features/spec/validate-spec.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { initProject } from "../../../../src/features/tasks/task-file/init-project.js";
import { parseTaskFile } from "../../../../src/features/tasks/task-file/parse-task-file.js";
import {
  arbitrarySpec,
  changed,
  epic,
  FIRST_TASK,
  pillar,
  productSpec,
  SKETCH,
  specTask,
  story,
  validSpec,
} from "../../../support/product-spec.js";

const START = {
  projectId: "notes",
  startingSha: "a".repeat(40),
  branch: "main",
  now: "2026-02-01T00:00:00Z",
};

const init = (spec: unknown) => {
  const outcome = initProject(spec as ProductSpec, START);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
};

const problemsOf = (spec: unknown) => {
  const outcome = initProject(spec as ProductSpec, START);
  if (outcome.ok) throw new Error("was made");
  expect(outcome.refusal.code).toBe("project-refused");
  return outcome.refusal.details?.problems as string[];
};

describe("a project made from a spec", () => {
  it("names the tasks of the spec's ids in prose by title and task id", () => {
    const tasks = [
      specTask(1, { description: "TSK-001 has the units that `TSK-002` prints; TSK-009 is unknown." }),
      specTask(2, { acceptance_criteria: ["returns what TSK-001 gives", "rejects the rest"] }),
    ];
    const spec = productSpec([pillar(1, { epics: [epic(1, { stories: [story(1, { tasks })] })] })]);
    const [first, second] = init(spec).taskFiles.map(({ text }) => text);
    expect(first).toContain(
      'this task has the units that "Task 2" (T-pillar-1-epic-1-story-1-002) prints; TSK-009 is unknown.',
    );
    expect(second).toContain('- returns what "Task 1" (T-pillar-1-epic-1-story-1-001) gives');
  });

  it("starts with every task pending, in declaration order", () => {
    const { state } = init(validSpec());
    const { tasks, ...project } = state;
    expect(project).toEqual({
      schema_version: 1,
      project_id: "notes",
      spec_id: "SPEC-001",
      spec_version: "1.0.0",
      updated_at: "2026-02-01T00:00:00Z",
      status: "ACTIVE",
      starting_sha: "a".repeat(40),
      branch: "main",
    });
    expect(Object.keys(tasks)).toEqual([
      "T-core-auth-login-001",
      "T-core-auth-login-002",
      "T-platform-deploy-ci-pipeline-001",
    ]);
    expect(tasks["T-core-auth-login-002"]).toEqual({
      spec_task_id: "TSK-002",
      pillar: "Core",
      epic: "Auth",
      story: "Login",
      task: "Sign out",
      path: ".factory/project/core/auth/login/sign-out/T-core-auth-login-002.md",
      status: "PENDING",
      depends_on: ["T-core-auth-login-001"],
      module_refs: [],
      shipped_at: null,
      merge_sha: null,
      halted_reason: null,
      escalation_ref: null,
      abandoned_reason: null,
      superseded_by: [],
      declaration_order: 1,
      priority: 0,
      pull_request: null,
    });
    expect(checkState(state)).toMatchObject({ ok: true });
  });

  it("maps the spec's ids to task ids", () => {
    expect(init(validSpec()).ids).toEqual({
      "TSK-001": "T-core-auth-login-001",
      "TSK-002": "T-core-auth-login-002",
      "TSK-003": "T-platform-deploy-ci-pipeline-001",
    });
  });

  it("has a task file for each task, with everything above it", () => {
    const { taskFiles } = init(validSpec());
    expect(taskFiles.map(({ path }) => path)).toHaveLength(3);
    const [first] = taskFiles;
    expect(first?.path).toBe(".factory/project/core/auth/login/sign-in/T-core-auth-login-001.md");
    const inSpec = validSpec().pillars[0];
    const spec = { pillar: inSpec, epic: inSpec?.epics[0], story: inSpec?.epics[0]?.stories[0] };
    expect(parseTaskFile(first?.text ?? "")).toEqual({
      ok: true,
      value: {
        task_id: "T-core-auth-login-001",
        name: "Sign in",
        pillar: { name: "Core", description: spec.pillar?.description },
        epic: { name: "Auth", description: spec.epic?.description },
        story: { name: "Login", description: spec.story?.description },
        description: "Implements part 1 of the product.",
        subtasks: ["Check the password", "Create the session row"],
        acceptance_criteria: ["returns a token for valid credentials", "rejects a wrong password with 401"],
        contract: SKETCH,
        dependency_contracts: [],
        error_cases: ["401 when the password is wrong", "429 after five attempts"],
        amendments: [],
      },
    });
  });

  it("takes a dependency that is named twice, or not at all, as it is meant", () => {
    const twice = init(changed(validSpec(), [...FIRST_TASK.slice(0, 7), 1, "depends_on"], ["TSK-001", "TSK-001"]));
    expect(twice.state.tasks["T-core-auth-login-002"]?.depends_on).toEqual(["T-core-auth-login-001"]);
    const none = init(changed(validSpec(), [...FIRST_TASK.slice(0, 7), 1, "depends_on"], undefined));
    expect(none.state.tasks["T-core-auth-login-002"]?.depends_on).toEqual([]);
  });

  it("is the same every time", () => {
    expect(initProject(validSpec(), START)).toEqual(initProject(validSpec(), START));
  });
});

describe("a project that cannot be made", () => {
  const oneTask = (number: number, pillarName: string, epicName: string) =>
    pillar(number, {
      name: pillarName,
      epics: [
        epic(number, {
          name: epicName,
          stories: [story(number, { name: "s", tasks: [specTask(number, { name: `Name ${number}` })] })],
        }),
      ],
    });

  it("names both tasks that would get one id", () => {
    expect(problemsOf(productSpec([oneTask(1, "a b", "c"), oneTask(2, "a", "b c")]))).toEqual([
      expect.stringMatching(/TSK-001 \("Name 1"\).*TSK-002 \("Name 2"\).*T-a-b-c-s-001/),
    ]);
  });

  it("names the field that a task file lacks, with the task's id and name", () => {
    expect(problemsOf(changed(validSpec(), [...FIRST_TASK, "description"], ""))).toEqual([
      'T-core-auth-login-001 ("Sign in"): description is empty.',
    ]);
  });

  it("names ids used twice, unknown dependencies and cycles", () => {
    const second = [...FIRST_TASK.slice(0, 7), 1];
    expect(problemsOf(changed(validSpec(), [...second, "task_id"], "TSK-001"))[0]).toContain("TSK-001 is used twice");
    expect(problemsOf(changed(validSpec(), [...second, "depends_on"], ["TSK-099"]))[0]).toContain("TSK-099");
    expect(problemsOf(changed(validSpec(), [...FIRST_TASK, "depends_on"], ["TSK-002"]))[0]).toContain(
      "TSK-001 -> TSK-002 -> TSK-001",
    );
  });

  it("lists every problem of every pass at once", () => {
    const long = changed(
      productSpec([oneTask(1, "a b", "c"), oneTask(2, "a", "b c"), oneTask(3, "p".repeat(64), "e".repeat(64))]),
      [...FIRST_TASK, "subtasks"],
      [],
    );
    const problems = problemsOf(changed(long, ["pillars", 1, ...FIRST_TASK.slice(2), "depends_on"], ["TSK-009"]));
    expect(problems).toHaveLength(4);
    const outcome = initProject(long as ProductSpec, START);
    expect(!outcome.ok && outcome.refusal.message).toMatch(
      /^The project cannot be made from SPEC-001:\n- .*\n- .*\n- .*$/,
    );
  });
});

describe("nothing is dropped", () => {
  it("1,000 tasks in, 1,000 tasks out", () => {
    const stories = Array.from({ length: 10 }, (_, s) =>
      story(s + 1, {
        name: "Same story",
        tasks: Array.from({ length: 100 }, (_, t) => specTask(100 * s + t + 1, { name: "Same task" })),
      }),
    );
    const spec = productSpec([pillar(1, { epics: [epic(1, { stories })] })]);
    expect(validateSpec(spec).errors).toEqual([]);
    const { state, taskFiles, ids } = init(spec);
    expect(Object.keys(state.tasks)).toHaveLength(1000);
    expect(new Set(taskFiles.map(({ path }) => path)).size).toBe(1000);
    expect(Object.keys(ids)).toHaveLength(1000);
    expect(Object.values(state.tasks).map((task) => task.declaration_order)).toEqual(
      Array.from({ length: 1000 }, (_, index) => index),
    );
  });

  it("whatever the spec: without an error in it every task gets a place, an id and a readable file", () => {
    fc.assert(
      fc.property(arbitrarySpec, (spec) => {
        const outcome = initProject(spec, START);
        expect(outcome.ok).toBe(validateSpec(spec).errors.length === 0);
        if (!outcome.ok) return;
        const { state, taskFiles } = outcome.value;
        const tasks = spec.pillars.flatMap((p) => p.epics.flatMap((e) => e.stories.flatMap((s) => s.tasks)));
        expect(Object.values(state.tasks).map(({ spec_task_id, task }) => [spec_task_id, task])).toEqual(
          tasks.map(({ task_id, name }) => [task_id, name]),
        );
        expect(ProjectState.safeParse(state).success).toBe(true);
        expect(taskFiles.map(({ text }) => parseTaskFile(text).ok)).toEqual(tasks.map(() => true));
      }),
      { numRuns: 50 },
    );
  });
});
