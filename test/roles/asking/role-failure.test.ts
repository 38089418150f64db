import { describe, expect, it } from "vitest";
import { failureCause } from "../../../src/roles/asking/role-failure.js";

const invalid = (problems: readonly string[]) =>
  failureCause("planner", "a-model", { kind: "invalid", problems, last: "{}", usage: [] });

describe("an answer that cannot be used", () => {
  it("halts over what is wrong with it", () => {
    expect(invalid(["modules: must be a list"])).toEqual({
      kind: "answer-invalid",
      role: "planner",
      errors: ["modules: must be a list"],
    });
  });

  it("halts over the first of very many problems, and says that the others are not kept", () => {
    const problems = Array.from({ length: 5_000 }, (_, index) => `modules[${index}]: must be a module`);
    expect(invalid(problems)).toEqual({
      kind: "answer-invalid",
      role: "planner",
      errors: problems.slice(0, 20),
      left_out: { count: 4_980, all_in: null },
    });
  });
});
