import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../../src/code-index/code-index.js";
import { Config } from "../../../src/domain/config/config.js";
import { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import { planJudge } from "../../../src/roles/planner/judge-plan.js";
import { planAttempts } from "../../../src/roles/planner/plan-attempts.js";
import type { TaskReading } from "../../../src/roles/reading/read-task.js";
import { aBuiltDraft, aDraft } from "../../support/micro-plan.js";

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
    seals: [{ module_ref: "MM-0002@1.0.0", files: [{ path: "src/fold.ts", blob: "0".repeat(40) }] }],
    sops,
    tree: {
      commit: "a".repeat(40),
      entries: [],
      blobs: new Map(),
      read: async () => undefined,
      readMany: async () => new Map(),
    },
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

/** The plan with one more file, and a predecessor where one is named. */
const touching = (path: string, successor_of: string | null = null) => {
  const draft = aBuiltDraft("tag");
  const file = { path, action: "CREATE" as const, reason: "one more" };
  return aDraft({ ...draft, successor_of, files: [...draft.files, file] });
};

describe("judging a plan", () => {
  it.each([
    ["package.json", "it is protected"],
    ["package-lock.json", "it is protected"],
    [".factory/config.yml", "it is protected"],
    ["src/tag.generated.ts", "it is generated"],
    ["src/fold.ts", "it is sealed by MM-0002@1.0.0"],
  ])("refuses at once what the gates would refuse by the manifest alone: %s", async (path, why) => {
    const judged = await planJudge(reading(), emptyIndex)(touching(path));
    expect(judged).toMatchObject({ ok: false });
    expect(judged.ok ? "" : judged.refusal.message).toContain(`"${path}" cannot be planned: ${why}`);
  });

  it("accepts a protected file that a person opened", async () => {
    const opened = reading({ danger_mode: { enabled: true, paths: ["package.json"] } });
    expect(await planJudge(opened, emptyIndex)(touching("package.json"))).toMatchObject({ ok: true });
  });

  it("accepts one that is valid and small", async () => {
    const judge = planJudge(reading(), emptyIndex);
    expect((await judge(aDraft(aBuiltDraft("tag")))).ok).toBe(true);
  });

  it.each([
    [4, true],
    [5, false],
    [11, false],
  ])("of a module with %i files is %s", async (count, ok) => {
    const judge = planJudge(reading(), emptyIndex);
    const judged = await judge(manyFiles(count));
    expect(judged.ok).toBe(ok);
    if (judged.ok) return;
    expect(judged.refusal.message).toContain(`${count} files`);
    expect(judged.cause("the plan")).toMatchObject({
      kind: "task-too-large",
      files: count,
      allowed_files: 4,
      // 40 % of what the proposer's window of 1,000,000 has left after its reserves.
      allowed_tokens: 334_440,
    });
  });

  it("shows the number of files, too, where it is the tokens that are too many", async () => {
    const judge = planJudge(reading({ sizing: { task_share: 0.000_001 } }), emptyIndex);
    const judged = await judge(manyFiles(3));
    expect(judged.ok).toBe(false);
    if (judged.ok) return;
    expect(judged.cause("the plan")).toMatchObject({ kind: "task-too-large", files: 3, allowed_files: 4 });
  });

  it("asks for a split when the standards that apply do not fit whole", async () => {
    const sop = {
      name: "house",
      category: "sop",
      applies_to: "*.ts",
      severity: "error",
      body: "x".repeat(50_000),
    } as const;
    const judged = await planJudge(reading({}, [sop]), emptyIndex)(aDraft(aBuiltDraft("tag")));
    expect(!judged.ok && judged.cause("the plan")).toMatchObject({ kind: "sops-do-not-fit", reserve: 4_000 });
  });

  it("says all that is wrong with its form at once, each with its place and the value that failed", async () => {
    const broken = {
      ...aBuiltDraft("tag"),
      name: "TBD",
      io_contract: { ...aBuiltDraft("tag").io_contract, inputs: [] },
    };
    const judged = await planJudge(reading(), emptyIndex)({ modules: [{ ...broken, depends_on: ["nobody"] }] });
    if (judged.ok) throw new Error("it is refused");
    expect(judged.refusal.message.split("\n")).toEqual([
      'modules[0].name: must be a name, not empty or a placeholder (it is "TBD")',
      expect.stringMatching(/^modules\[0\]\.io_contract\.inputs: .* \(it is \[\]\)$/),
      expect.stringMatching(/^dependencies: .* \(it is missing\)$/),
      expect.stringMatching(
        /^modules\[0\]\.depends_on\[0\]: "nobody" is no module of this plan; .* \(it is "nobody"\)$/,
      ),
    ]);
    const cause = judged.cause("the plan");
    expect(cause).toMatchObject({ kind: "plan-invalid", last_plan: "the plan" });
    expect(cause.kind === "plan-invalid" && cause.errors.map(({ path }) => path)).toEqual([
      "modules[0].name",
      "modules[0].io_contract.inputs",
      "dependencies",
      "modules[0].depends_on[0]",
    ]);
  });
});

describe("a plan with very many errors", () => {
  const many = aDraft(...Array.from({ length: 40 }, () => aBuiltDraft("tag")));

  it("is refused with all of them, and halts over the first of them and the plan itself", async () => {
    const judged = await planJudge(reading(), emptyIndex)(many);
    if (judged.ok) throw new Error("it is refused");
    const all = judged.refusal.message.split("\n").length;
    const cause = judged.cause(JSON.stringify(many), "person");
    if (cause.kind !== "plan-invalid") throw new Error(`it halts over its errors, not over ${cause.kind}`);
    expect(all).toBeGreaterThan(30);
    expect(cause.errors).toHaveLength(20);
    expect(cause.left_out).toEqual({ count: all - 20, all_in: "the last plan, which this escalation holds" });
    expect(cause).toMatchObject({ last_plan: JSON.stringify(many), by: "person" });
  });

  it("halts over the first of them also where it never came to be judged", () => {
    const problems = Array.from({ length: 500 }, (_, index) => `problem ${index}`);
    const cause = planAttempts(planJudge(reading(), emptyIndex)).cause({ last: "no plan at all", problems });
    expect(cause).toMatchObject({ kind: "plan-invalid", left_out: { count: 480 } });
    expect(cause.kind === "plan-invalid" && cause.errors.map(({ message }) => message)).toEqual(problems.slice(0, 20));
  });
});

describe("the plans of one conversation", () => {
  const twice = aDraft(aBuiltDraft("tag"), aBuiltDraft("tag"));
  const formless = { modules: [] };
  const attempts = () => planAttempts(planJudge(reading(), emptyIndex));
  const handIn = async (...plans: unknown[]) => {
    const all = attempts();
    for (const plan of plans) expect((await all.read(plan)).ok).toBe(false);
    return all;
  };
  const last = (plan: unknown) => ({ last: JSON.stringify(plan), problems: ["it was not accepted"] });

  it.each([
    ["a broken rule after a broken form", [formless, twice], twice, ["modules[1].key"]],
    ["a broken form after a broken rule", [twice, formless], formless, ["modules", "dependencies"]],
  ])("halt over the last of them alone: %s", async (_, plans, plan, paths) => {
    const cause = (await handIn(...plans)).cause(last(plan));
    expect(cause).toMatchObject({ kind: "plan-invalid", last_plan: JSON.stringify(plan) });
    expect(cause.kind === "plan-invalid" && cause.errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining(paths),
    );
    expect(cause.kind === "plan-invalid" && cause.errors.some(({ path }) => path === "modules[1].key")).toBe(
      plan === twice,
    );
  });

  it.each(["I cannot plan this.", "", "{}", "TBD"])("halt with what came instead of a plan: %j", async (text) => {
    const cause = (await handIn(twice)).cause({ last: text, problems: ["hand in the answer by calling submit_plan"] });
    expect(HaltCause.parse(cause)).toEqual({
      kind: "plan-invalid",
      last_plan: expect.stringContaining(text),
      errors: [{ path: "", field: "", severity: "ERROR", message: "hand in the answer by calling submit_plan" }],
    });
  });
});

describe("the size of a plan that changes what is not text", () => {
  const draft = aBuiltDraft("tag");
  const plan = aDraft({
    ...draft,
    files: [...draft.files, { path: "assets/model", action: "MODIFY", reason: "new weights" }],
  });
  const large = { path: "assets/model", blob: "1".repeat(40), size: 9_000_000, mode: "100644" };

  function judged(text: string | undefined) {
    const facts = reading();
    const tree = {
      ...facts.tree,
      entries: [large],
      blobs: new Map([[large.path, large.blob]]),
      readMany: async () => new Map(text === undefined ? [] : [[large.path, text]]),
    };
    return planJudge({ ...facts, tree }, emptyIndex)(plan);
  }

  it("is that of its name, and of its whole content where it is text", async () => {
    expect(await judged(undefined)).toMatchObject({ ok: true });
    expect(await judged("words")).toMatchObject({ ok: false, refusal: { code: "module-too-large" } });
  });
});
