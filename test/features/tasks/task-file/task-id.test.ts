import { describe, expect, it } from "vitest";
import { TaskId } from "../../../../src/domain/ids.js";
import { formatTaskId, splitTaskId, taskIdInScope } from "../../../../src/features/tasks/task-file/task-id.js";

describe("a task id", () => {
  it.each([
    [["core", "auth", "login"], 1, "T-core-auth-login-001"],
    [["platform", "deploy", "ci-pipeline"], 42, "T-platform-deploy-ci-pipeline-042"],
    [["a", "b", "c"], 999, "T-a-b-c-999"],
  ] as const)("of %j and %i is %s", (slugs, sequence, id) => {
    expect(formatTaskId(slugs, sequence)).toBe(id);
    expect(TaskId.parse(id)).toBe(id);
  });

  it("comes apart into its story's part and its number", () => {
    expect(splitTaskId("T-core-auth-login-042")).toEqual({ scope: "T-core-auth-login", sequence: 42 });
    expect(taskIdInScope("T-core-auth-login", 42)).toBe("T-core-auth-login-042");
  });

  it.each(["", "T-core", "T-core-auth-login-1000", "TSK-001", `T-${"a".repeat(130)}-001`])("is not %j", (text) => {
    expect(splitTaskId(text)).toBeUndefined();
  });
});
