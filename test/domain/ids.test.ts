import { describe, expect, it } from "vitest";
import {
  Digest,
  Instant,
  ModuleId,
  ModuleRange,
  ModuleRef,
  moduleRef,
  parseModuleRef,
  Sha,
  SpecTaskId,
  TaskId,
  Version,
} from "../../src/domain/ids.js";

describe("ids", () => {
  it.each([
    ["Sha", Sha, "0123456789abcdef0123456789abcdef01234567", ["0123", "0123456789ABCDEF0123456789abcdef01234567"]],
    ["Digest", Digest, "a".repeat(64), ["a".repeat(63), "a".repeat(65), "g".repeat(64)]],
    ["Version", Version, "10.0.3", ["1.0", "v1.0.0", "01.0.0", "1.0.0-rc.1", "1.0.0\n"]],
    ["Instant", Instant, "2026-01-31T12:00:00Z", ["2026-01-31", "2026-01-31T12:00:00+02:00", "yesterday"]],
    ["SpecTaskId", SpecTaskId, "TSK-001", ["TSK-1", "tsk-001", "TSK-001 "]],
    [
      "TaskId",
      TaskId,
      "T-core-auth-login-001",
      ["T-core--auth-001", "T-Core-auth-001", "T-core-auth-login-1", "T-001", `T-${"a".repeat(123)}-001`],
    ],
    ["ModuleId", ModuleId, "MM-0001", ["MM-1", "MM-abcd"]],
    ["ModuleRef", ModuleRef, "MM-0001@1.0.0", ["MM-0001", "MM-0001@1.0", "MM-0001@^1.0.0"]],
    ["ModuleRange", ModuleRange, "MM-0001@^1.0.0", ["MM-0001", "MM-0001@latest"]],
  ] as const)("%s takes its own form and nothing near it", (_name, schema, good, bad) => {
    expect(schema.safeParse(good).success).toBe(true);
    for (const text of bad) expect(schema.safeParse(text).success, text).toBe(false);
  });

  it("allows a task id of 128 characters", () => {
    expect(TaskId.safeParse(`T-${"a".repeat(122)}-001`).success).toBe(true);
  });

  it("takes a module reference apart and puts it together again", () => {
    const { moduleId, version } = parseModuleRef("MM-0042@2.1.0");
    expect([moduleId, version]).toEqual(["MM-0042", "2.1.0"]);
    expect(moduleRef(moduleId, version)).toBe("MM-0042@2.1.0");
  });

  it("says what an id should look like", () => {
    expect(ModuleId.safeParse("x").error?.issues[0]?.message).toBe("must look like MM-0001");
  });
});
