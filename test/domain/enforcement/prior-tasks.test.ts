import { describe, expect, it } from "vitest";
import { priorTasks, type ShippedTask } from "../../../src/domain/enforcement/prior-tasks.js";

const task = (number: number, changes: Partial<ShippedTask> = {}): ShippedTask => ({
  taskId: `T-a-b-c-00${number}`,
  title: `Task ${number}`,
  shippedAt: `2026-01-0${number}T00:00:00Z`,
  mergeSha: String(number).repeat(40),
  changedFiles: ["README.md", `src/m${number}.ts`],
  modules: [],
  ...changes,
});
const open = () => false;
const ids = (tasks: readonly { task_id: string }[]) => tasks.map(({ task_id }) => task_id);

describe("priorTasks", () => {
  it("are the last five to ship, oldest first", () => {
    const shipped = [7, 3, 1, 6, 2, 5, 4].map((number) => task(number));
    expect(ids(priorTasks(shipped, open))).toEqual([3, 4, 5, 6, 7].map((number) => `T-a-b-c-00${number}`));
  });

  it.each([0, 1, 5])("are all of %i", (count) => {
    const shipped = Array.from({ length: count }, (_, index) => task(index + 1));
    expect(priorTasks(shipped, open)).toHaveLength(count);
  });

  it("order by instant, not by spelling, and by id where instants are equal", () => {
    const early = task(2, { shippedAt: "2026-01-01T00:00:00.500Z" });
    const earlier = task(3, { shippedAt: "2026-01-01T00:00:00Z" });
    expect(ids(priorTasks([early, earlier], open))).toEqual(["T-a-b-c-003", "T-a-b-c-002"]);
    const same = "2026-01-01T00:00:00Z";
    expect(ids(priorTasks([task(2, { shippedAt: same }), task(1, { shippedAt: same })], open))).toEqual([
      "T-a-b-c-001",
      "T-a-b-c-002",
    ]);
  });

  it("tell files outside seals from sealed ones", () => {
    expect(priorTasks([task(1)], (path) => path.startsWith("src/"))).toEqual([
      {
        task_id: "T-a-b-c-001",
        title: "Task 1",
        commit_sha: "1".repeat(40),
        changed_files: ["README.md"],
        sealed_files: ["src/m1.ts"],
        modules: [],
      },
    ]);
  });
});
