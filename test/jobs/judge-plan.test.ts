import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../src/code-index/code-index.js";
import { Config } from "../../src/domain/config/config.js";
import { consentCause, planJudge } from "../../src/jobs/judge-plan.js";
import type { TaskReading } from "../../src/jobs/read-task.js";
import { aBuiltDraft, aDraft } from "../support/micro-plan.js";

/** An index that holds nothing. */
const emptyIndex: CodeIndex = {
  entries: [],
  search: async () => [],
  reindex: async () => ({ model: "none", dimensions: 1, entries: 0 }),
};

function reading(config: object = {}, sops: TaskReading["sops"] = []): TaskReading {
  return {
    config: Config.parse(config),
    index: [],
    sops,
    tree: { commit: "a".repeat(40), entries: [], blobs: new Map(), read: async () => undefined },
    taskFile: { acceptance_criteria: ["returns a tag"] },
  } as unknown as TaskReading;
}

const manyFiles = (count: number) => {
  const files = Array.from({ length: count - 2 }, (_, index) => ({
    path: `src/part-${index}.ts`,
    action: "CREATE" as const,
    reason: "one more part",
  }));
  const draft = aBuiltDraft("tag");
  return aDraft({ ...draft, files: [...draft.files, ...files] });
};

describe("judging a plan", () => {
  it("accepts one that is valid and small", async () => {
    const judge = planJudge(reading(), emptyIndex);
    expect((await judge.check(aDraft(aBuiltDraft("tag")))).ok).toBe(true);
    expect(judge.cause("x")).toBeUndefined();
  });

  it.each([
    [4, true],
    [5, false],
    [11, false],
  ])("of a module with %i files is %s", async (count, ok) => {
    const judge = planJudge(reading(), emptyIndex);
    const checked = await judge.check(manyFiles(count));
    expect(checked.ok).toBe(ok);
    if (ok) return;
    expect(!checked.ok && checked.refusal.message).toContain(`${count} files`);
    expect(judge.cause("the plan")).toMatchObject({ kind: "task-too-large", files: count, allowed_files: 4 });
  });

  it("asks for a split when the standards that apply do not fit whole", async () => {
    const sop = {
      name: "house",
      category: "sop",
      applies_to: "*.ts",
      severity: "error",
      body: "x".repeat(50_000),
    } as const;
    const judge = planJudge(reading({}, [sop]), emptyIndex);
    expect((await judge.check(aDraft(aBuiltDraft("tag")))).ok).toBe(false);
    expect(judge.cause("the plan")).toMatchObject({ kind: "sops-do-not-fit", reserve: 4_000 });
  });

  it("keeps every error of an invalid plan for the card, and forgets them when a later plan is valid", async () => {
    const judge = planJudge(reading(), emptyIndex);
    const twice = aDraft(aBuiltDraft("tag"), aBuiltDraft("tag"));
    expect((await judge.check(twice)).ok).toBe(false);
    expect(judge.cause("the plan")).toMatchObject({ kind: "plan-invalid", last_plan: "the plan" });
    await judge.check(aDraft(aBuiltDraft("tag")));
    expect(judge.cause("the plan")).toBeUndefined();
  });

  it("asks a person about packages outside the allowed ones", () => {
    const draft = {
      ...aDraft(aBuiltDraft("tag")),
      dependencies: [
        { name: "left-pad", range: "^1.0.0", why: "pads on the left" },
        { name: "@acme/core", range: "^2.0.0", why: "house types" },
      ],
    };
    expect(consentCause(reading({ allowed_dependencies: ["@acme/*"] }), draft)).toMatchObject({
      kind: "dependency-not-allowed",
      dependencies: [{ name: "left-pad" }],
    });
    expect(consentCause(reading({ allowed_dependencies: ["@acme/*", "left-pad"] }), draft)).toBeUndefined();
  });
});
