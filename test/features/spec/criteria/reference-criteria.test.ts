import { describe, expect, it } from "vitest";
import {
  dependenciesHaveNoCycle,
  dependenciesResolve,
  idsAreUnique,
} from "../../../../src/features/spec/criteria/reference-criteria.js";
import type { ProductSpec } from "../../../../src/features/spec/product-spec.js";
import { readDraft } from "../../../../src/features/spec/spec-draft.js";
import { changed, FIRST_TASK, specOfTasks, specTask, validSpec } from "../../../support/product-spec.js";

const TASKS = "pillars[0].epics[0].stories[0].tasks";
const chain = (edges: Record<number, number[]>): ProductSpec =>
  specOfTasks(
    Object.entries(edges).map(([number, upstream]) =>
      specTask(Number(number), { depends_on: upstream.map((id) => `TSK-00${id}`) }),
    ),
  );

describe("criterion 7: unique ids", () => {
  it("is content when all differ", () => {
    expect(idsAreUnique(readDraft(validSpec()))).toEqual([]);
  });

  it("names both places of a task id that is used twice", () => {
    const spec = changed(validSpec(), ["pillars", 1, "epics", 0, "stories", 0, "tasks", 0, "task_id"], "TSK-001");
    expect(idsAreUnique(readDraft(spec))).toEqual([
      {
        path: "pillars[1].epics[0].stories[0].tasks[0].task_id",
        field: "task_id",
        message:
          `TSK-001 is used twice: TSK-001 ("Sign in") at ${TASKS}[0] and ` +
          'TSK-001 ("Build on push") at pillars[1].epics[0].stories[0].tasks[0]; give one of them another id.',
      },
    ]);
  });

  it.each([
    ["pillar_id", ["pillars", 1, "pillar_id"], "PIL-001"],
    ["epic_id", ["pillars", 1, "epics", 0, "epic_id"], "EPC-001"],
    ["story_id", ["pillars", 1, "epics", 0, "stories", 0, "story_id"], "STR-001"],
  ])("holds for every %s, too", (field, path, id) => {
    const found = idsAreUnique(readDraft(changed(validSpec(), path, id)));
    expect(found).toMatchObject([{ field, message: expect.stringContaining(`${id} is used twice`) }]);
  });

  it("reports every further use", () => {
    expect(idsAreUnique(readDraft(specOfTasks([specTask(1), specTask(1), specTask(1)])))).toHaveLength(2);
  });
});

describe("criterion 8: known dependencies", () => {
  it("is content when all exist, forwards and backwards", () => {
    expect(dependenciesResolve(readDraft(chain({ 1: [2], 2: [] })))).toEqual([]);
  });

  it("names each unknown task and its position", () => {
    expect(dependenciesResolve(readDraft(chain({ 1: [], 2: [1, 8, 9] })))).toEqual([
      {
        path: `${TASKS}[1].depends_on[1]`,
        field: "depends_on",
        message:
          'TSK-002 ("Task 2") depends on TSK-008, which is no task of this spec; name an existing task or remove it.',
      },
      {
        path: `${TASKS}[1].depends_on[2]`,
        field: "depends_on",
        message: expect.stringContaining("TSK-009"),
      },
    ]);
  });
});

describe("criterion 9: no cycles", () => {
  const cyclesIn = (spec: unknown) => dependenciesHaveNoCycle(readDraft(spec)).map(({ message }) => message);

  it("is content with a graph that has none", () => {
    expect(cyclesIn(chain({ 1: [], 2: [1], 3: [1, 2], 4: [3, 1] }))).toEqual([]);
  });

  it("reports the cycle as one walks it", () => {
    expect(dependenciesHaveNoCycle(readDraft(chain({ 1: [3], 2: [], 3: [1, 2] })))).toEqual([
      {
        path: `${TASKS}[0].depends_on`,
        field: "depends_on",
        message: "circular dependency: TSK-001 -> TSK-003 -> TSK-001; remove one of these dependencies.",
      },
    ]);
  });

  it("reports a task that depends on itself", () => {
    expect(cyclesIn(chain({ 1: [1] }))).toEqual([
      "circular dependency: TSK-001 -> TSK-001; remove one of these dependencies.",
    ]);
  });

  it("reports independent cycles together, and self-dependency beside a longer one", () => {
    const messages = cyclesIn(chain({ 1: [2, 1], 2: [1], 3: [4], 4: [3], 5: [4] }));
    expect(messages.map((message) => message.split(";")[0])).toEqual([
      "circular dependency: TSK-001 -> TSK-001",
      "circular dependency: TSK-001 -> TSK-002 -> TSK-001",
      "circular dependency: TSK-003 -> TSK-004 -> TSK-003",
    ]);
  });

  it("is not fooled by an id that is used twice", () => {
    const tasks = [specTask(1, { depends_on: ["TSK-002"] }), specTask(2, { depends_on: ["TSK-001"] }), specTask(1)];
    expect(cyclesIn(specOfTasks(tasks))).toHaveLength(1);
  });

  it("ignores unknown tasks and entries that are no text", () => {
    expect(cyclesIn(changed(validSpec(), [...FIRST_TASK, "depends_on"], ["TSK-099", 7, null]))).toEqual([]);
  });
});
