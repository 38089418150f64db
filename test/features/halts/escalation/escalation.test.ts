import { describe, expect, it } from "vitest";
import { checkCompleteness } from "../../../../src/features/halts/escalation/completeness.js";
import { Escalation, RecommendedResolution } from "../../../../src/features/halts/escalation/escalation.js";
import { raiseEscalation } from "../../../../src/features/halts/escalation/raise-escalation.js";
import { HumanResolution } from "../../../../src/features/halts/resolution/human-resolution.js";
import { fullTrail, halt, noTrail, raised } from "../../../support/escalation.js";
import { HALTS } from "../../../support/halt-causes.js";
import { NOON, SHA, t } from "../../../support/project-state.js";

describe("an escalation", () => {
  it("has everything that a person needs, from the cause, the trail and the state", () => {
    expect(raised()).toEqual({
      escalation_id: "ESC-00000001",
      task_id: t("b"),
      task_ref: ".factory/project/core/demo/b.md",
      created_at: NOON,
      cause: HALTS["debate-rejected"],
      debate_trail: fullTrail,
      failed_invariants: [{ invariant: "The Arbiter approves MM-0001@1.0.0", evidence: "two responsibilities" }],
      module_outcomes: halt.modules,
      module_causes: [{ module: "MM-0001@1.0.0", cause: HALTS["debate-rejected"] }],
      micro_plan: halt.plan,
      state_sha: SHA,
      state_subgraph: {
        [t("a")]: { status: "SHIPPED", depends_on: [] },
        [t("b")]: { status: "HALTED", depends_on: [t("a")] },
        [t("c")]: { status: "BLOCKED", depends_on: [t("b")] },
      },
      minimal_decision_required:
        "Decide whether the task of MM-0001@1.0.0 is split, gets other acceptance criteria, or ships against the Arbiter's rejection.",
      recommended_resolution: "SPLIT_TASK",
      resolution_context: expect.stringContaining("two responsibilities in one module"),
    });
  });

  it.each(Object.values(HALTS))("of $kind is complete with a full trail", (cause) => {
    const escalation = raised({ cause });
    expect(Escalation.parse(escalation)).toEqual(escalation);
    expect(checkCompleteness(escalation)).toEqual([]);
  });

  const LATER = ["micro_plan", "module_causes"];
  it.each(Object.keys(raised()).filter((field) => !LATER.includes(field)))("requires %s", (field) => {
    const candidate: Record<string, unknown> = { ...raised() };
    delete candidate[field];
    expect(Escalation.safeParse(candidate).success).toBe(false);
  });

  it("of an earlier version can be read without what was added since", () => {
    const candidate: Record<string, unknown> = { ...raised() };
    for (const field of LATER) delete candidate[field];
    expect(Escalation.safeParse(candidate).success).toBe(true);
  });

  it("is refused without failed invariants, and for a task that is not in the state", () => {
    expect(Escalation.safeParse({ ...raised(), failed_invariants: [] }).success).toBe(false);
    expect(raiseEscalation({ ...halt, taskId: t("z") })).toMatchObject({ refusal: { code: "unknown-task" } });
  });

  it("of several modules shows each failure once, and says that the answer is about all of them", () => {
    const modules = { ...halt.modules, failed: ["MM-0001@1.0.0", "MM-0004@1.0.0", "MM-0005@1.0.0"] };
    const refused = HALTS["call-failed"];
    const causes = [
      { module: "MM-0001@1.0.0", cause: HALTS["debate-rejected"] },
      { module: "MM-0004@1.0.0", cause: refused },
      { module: "MM-0005@1.0.0", cause: refused },
    ];
    const escalation = raised({ modules, causes });
    expect(escalation.cause).toEqual(HALTS["debate-rejected"]);
    expect(escalation.module_causes).toEqual(causes);
    expect(escalation.failed_invariants.map(({ invariant }) => invariant)).toEqual([
      "The Arbiter approves MM-0001@1.0.0",
      "The proposer can be asked",
    ]);
    expect(escalation.minimal_decision_required).toMatch(
      /rejection\. What you decide is also about MM-0004@1\.0\.0, MM-0005@1\.0\.0, which failed, too\.$/,
    );
  });

  it("recommends exactly what a person can decide", () => {
    // That a fix may also be pushed, or what is finished kept, is the person's choice, not the system's; how much a retry does anew follows from the halt.
    const chosen = ["PROVIDE_PUSHED_FIX", "REVIEW_AGAIN", "KEEP_AND_ABANDON", "KEEP_AND_SPLIT"];
    expect([...RecommendedResolution.options, ...chosen].sort()).toEqual(
      HumanResolution.options.map(({ shape }) => shape.action.value).sort(),
    );
  });

  it("is refused when it is not complete, with what is missing", () => {
    expect(raiseEscalation({ ...halt, trail: noTrail })).toMatchObject({
      refusal: {
        code: "escalation-incomplete",
        message: expect.stringMatching(/proposals.*challenges.*adjudications/),
      },
    });
  });
});
