import { describe, expect, it } from "vitest";
import type { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import { plannedRef } from "../../../src/domain/plan/micro-plan.js";
import { keepFinished } from "../../../src/features/halts/keep-finished.js";
import { checkReentry, reenterWork } from "../../../src/features/halts/reenter-work.js";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import type { ModuleWork } from "../../../src/features/modules/module-work.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { begunAgain, moduleIdOf, untouched } from "../../../src/features/modules/task-work.js";
import { HALTS } from "../../support/halt-causes.js";
import { inWork } from "../../support/halted.js";
import { FIRST_TASK } from "../../support/loop.js";
import { aBuiltDraft, aDraft, aReusedDraft, numberPlan } from "../../support/micro-plan.js";

const START = "1".repeat(40);
const NEXT = "2".repeat(40);
const SHARED = { path: "src/index.ts", action: "MODIFY", reason: "exports it" } as const;

type How = "shipped" | "failed" | "waiting";
const STEPS: Readonly<Record<How, ModuleWork["step"]>> = {
  shipped: { step: "shipped", head: NEXT },
  failed: { step: "failed", cause: HALTS["gates-failing"] },
  waiting: { step: "waiting" },
};

/** A plan and how far its modules came, in its order; each begins where the commit of its number stands. */
function task(plan: MicroPlan, hows: readonly How[], change: Partial<TaskWork> = {}): TaskWork {
  const modules = plan.modules.map((planned, index): ModuleWork => {
    const how = hows[index] ?? "waiting";
    const work = untouched({
      module_ref: plannedRef(planned),
      name: planned.name,
      depends_on: planned.depends_on.map((ref) => ref.split("@")[0] ?? ""),
      reused: planned.reuse_decision === "REUSE",
    });
    if (how === "waiting") return { ...work, step: STEPS[how] };
    const question = 10 * (index + 1);
    return {
      ...work,
      step: STEPS[how],
      base: String(index + 1).repeat(40),
      began_after: question,
      written_in: question + 3,
    };
  });
  const work = inWork({ modules, ...change }).work[FIRST_TASK];
  if (work === undefined) throw new Error("the first task is in work");
  return work;
}

const plain = numberPlan(
  aDraft(aBuiltDraft("tag"), aBuiltDraft("line"), aBuiltDraft("page", { depends_on: ["line"] })),
);
const sharing = (...keys: string[]) =>
  numberPlan(
    aDraft(
      ...["tag", "line"].map((key) => {
        const draft = aBuiltDraft(key);
        return keys.includes(key) ? { ...draft, files: [...draft.files, SHARED] } : draft;
      }),
    ),
  );

describe("keeping what is finished of a task", () => {
  it("keeps the modules that shipped, and puts back what every other one that was begun may have touched", () => {
    const kept = keepFinished(task(plain, ["shipped", "failed", "waiting"]), plain);
    expect(kept).toMatchObject({ ok: true, value: { finished: [{ module_id: "MM-0001" }] } });
    expect(kept.ok && kept.value.modules.map(plannedRef)).toEqual(["MM-0001@1.0.0"]);
    expect(kept.ok && kept.value.back).toEqual(
      [
        "src/line.ts",
        "test/line.test.ts",
        ".factory/modules/MM-0002/1.0.0/contract.yml",
        ".factory/modules/MM-0002/1.0.0/examples.md",
        ".factory/modules/MM-0002/1.0.0/ship.yml",
        ".factory/modules/MM-0002/1.0.0/execution-log.yml",
        ".factory/code-index/MM-0002@1.0.0.yml",
      ].map((path) => ({ path, at: NEXT })),
    );
  });

  it("keeps what a kept module reuses, and nothing that only the others do", () => {
    const plan = numberPlan(
      aDraft(
        aReusedDraft("old", "MM-0901@1.0.0"),
        aReusedDraft("older", "MM-0902@1.0.0"),
        aBuiltDraft("tag", { depends_on: ["old"] }),
        aBuiltDraft("line", { depends_on: ["older"] }),
      ),
    );
    const kept = keepFinished(task(plan, ["waiting", "waiting", "shipped", "failed"]), plan);
    expect(kept.ok && kept.value.modules.map(plannedRef)).toEqual(["MM-0901@1.0.0", "MM-0001@1.0.0"]);
  });

  it("puts a file that both change back to what the finished one left, when it was there first", () => {
    const plan = sharing("tag", "line");
    const kept = keepFinished(task(plan, ["shipped", "failed"]), plan);
    expect(kept.ok && kept.value.back).toContainEqual({ path: SHARED.path, at: NEXT });
  });

  it("puts a file that two unfinished ones change back to before the first that began, whichever the plan names first", () => {
    const plan = numberPlan(
      aDraft(
        aBuiltDraft("tag"),
        ...["line", "page"].map((key) => ({ ...aBuiltDraft(key), files: [...aBuiltDraft(key).files, SHARED] })),
      ),
    );
    const work = task(plan, ["shipped", "failed", "failed"]);
    const modules = work.modules.map((module, index) =>
      index === 1 ? { ...module, base: "4".repeat(40), began_after: 40, written_in: 43 } : module,
    );
    const kept = keepFinished({ ...work, modules }, plan);
    expect(kept.ok && kept.value.back).toContainEqual({ path: SHARED.path, at: "3".repeat(40) });
  });

  it.each([
    ["nothing is finished", plain, ["failed", "waiting"], {}, "nothing-finished"],
    ["everything is", plain, ["shipped", "shipped", "shipped"], {}, "all-finished"],
    ["a finished module needs one that was opened again", plain, ["shipped", "failed", "shipped"], {}, "not-separable"],
    [
      "both change a file, the unfinished one first",
      sharing("tag", "line"),
      ["failed", "shipped"],
      {},
      "not-separable",
    ],
    [
      "the branch has taken up its base since an unfinished one changed a file",
      sharing("line"),
      ["shipped", "failed"],
      { base_taken_up: true },
      "not-separable",
    ],
  ] as const)("cannot be done when %s", (_why, plan, hows, change, code) => {
    expect(keepFinished(task(plan, hows, change), plan)).toMatchObject({ ok: false, refusal: { code } });
  });

  it("can be done after the base was taken up, when the unfinished one only made files of its own", () => {
    expect(keepFinished(task(plain, ["shipped", "failed"], { base_taken_up: true }), plain)).toMatchObject({
      ok: true,
    });
  });

  it("cannot be done when both change a file, and the finished one was written once more after the other began", () => {
    const plan = sharing("tag", "line");
    const work = task(plan, ["shipped", "failed"]);
    const modules = work.modules.map((module, index) => (index === 0 ? { ...module, written_in: 25 } : module));
    expect(keepFinished({ ...work, modules }, plan)).toMatchObject({ refusal: { code: "not-separable" } });
  });

  it("cannot be done when an unfinished module takes the place of its version before", () => {
    const modules = plain.modules.map((module) =>
      module.module_id === "MM-0002" ? { ...module, module_version: "2.0.0" } : module,
    );
    const plan = { ...plain, modules };
    expect(keepFinished(task(plan, ["shipped", "failed", "waiting"]), plan)).toMatchObject({
      refusal: { code: "not-separable", message: expect.stringContaining("takes the place of the version before") },
    });
  });
});

describe("work that is narrowed", () => {
  const work = task(plain, ["shipped", "failed", "waiting"]);
  const narrowed = {
    kind: "work-narrowed",
    question: work.questions + 1,
    micro_plan_id: "MP-00000001",
    digest: "a".repeat(64),
    modules: ["MM-0001@1.0.0"],
    back: [{ path: "src/line.ts", at: NEXT }],
  } as const;
  const apply = (from: TaskWork, what: Parameters<typeof applyTaskEvent>[1]) => {
    const updated = applyTaskEvent(from, what);
    if (!updated.ok) throw new Error(updated.refusal.message);
    return updated.value;
  };

  it("is what was kept, waits for the commit that takes off the rest, and goes on from that commit", () => {
    const waiting = apply(work, { ...narrowed, modules: [...narrowed.modules], back: [...narrowed.back] });
    expect(waiting).toMatchObject({
      plan: { micro_plan_id: "MP-00000001" },
      stage: { stage: "building" },
      put_back: { question: work.questions + 1 },
      full_suite: true,
    });
    expect(waiting.modules.map(moduleIdOf)).toEqual(["MM-0001"]);
    const committed = { kind: "work-committed", question: work.questions + 1, head: START } as const;
    const integration = { kind: "integration-due", head: START, base: START } as const;
    expect(applyTaskEvent(waiting, integration)).toMatchObject({ refusal: { code: "not-narrowed" } });
    const gone = apply(waiting, committed);
    expect(gone).toMatchObject({ head: START, stage: { stage: "building" } });
    expect(gone.put_back).toBeUndefined();
    expect(apply(gone, integration).stage).toMatchObject({ stage: "integrating" });
    expect(applyTaskEvent(waiting, { ...committed, question: 99 })).toMatchObject({
      refusal: { code: "nothing-to-commit" },
    });
  });

  it("is narrowed once: the same word again is about a question that has been used", () => {
    const again = { ...narrowed, modules: [...narrowed.modules], back: [...narrowed.back] };
    expect(applyTaskEvent(apply(work, again), again)).toMatchObject({ refusal: { code: "nothing-to-narrow" } });
  });

  it("waits for that commit also when it halted in between and a person lets it go on", () => {
    const waiting = apply(work, { ...narrowed, modules: [...narrowed.modules], back: [...narrowed.back] });
    const halted = apply(waiting, {
      kind: "work-halted",
      escalation: "ESC-00000001",
      cause: HALTS["branch-taken-over"],
    });
    const goesOn = reenterWork(halted, { action: "APPROVE_OVERRIDE", rationale: "It was closed by mistake." });
    expect(goesOn).toMatchObject({ stage: { stage: "building" }, put_back: { question: work.questions + 1 } });
    expect(checkReentry(halted, "APPROVE_OVERRIDE")).toMatchObject({ ok: true });
    expect(checkReentry(halted, "PROVIDE_FIX")).toMatchObject({ refusal: { code: "not-narrowed" } });
    expect(begunAgain(halted).put_back).toBeUndefined();
  });
});
