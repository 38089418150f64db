import { expect, it } from "vitest";
import { moduleStatePath, planPath, taskFolder } from "../../../src/domain/gates/state-paths.js";

const TASK = "T-core-auth-login-001";

it("a task's files lie in its folder", () => {
  expect(taskFolder(TASK)).toBe(".factory/tasks/T-core-auth-login-001");
  expect(planPath(TASK)).toBe(".factory/tasks/T-core-auth-login-001/plan.yml");
});

it.each(["MM-0001", "MM-0001@1.2.0"])("a module named %s has one folder, whatever its version", (module) => {
  expect(moduleStatePath(TASK, module, "lock.yml")).toBe(`${taskFolder(TASK)}/modules/MM-0001/lock.yml`);
});
