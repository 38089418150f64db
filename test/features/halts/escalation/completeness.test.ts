import { describe, expect, it } from "vitest";
import { checkCompleteness } from "../../../../src/features/halts/escalation/completeness.js";
import type { Escalation } from "../../../../src/features/halts/escalation/escalation.js";
import { aChallenge, aFail, rejection } from "../../../support/debate.js";
import { fullTrail, halt, raised } from "../../../support/escalation.js";
import { HALTS } from "../../../support/halt-causes.js";
import { t } from "../../../support/project-state.js";

const gaps = (escalation: Escalation) =>
  checkCompleteness(escalation).map(({ field, message }) => `${field}: ${message}`);

describe("completeness", () => {
  it.each([
    ["debate-rejected", [1, 1, 1]],
    ["amendment-not-applied", [1, 1, 1]],
    ["repeated-objection", [2, 2, 0]],
    ["plan-level-failure", [1, 1, 0]],
    ["mild-review-violation", [1, 0, 0]],
    ["plan-invalid", [0, 0, 0]],
    ["task-budget-exhausted", [0, 0, 0]],
  ] as const)(
    "of %s needs %j proposals, challenges and adjudications",
    (kind, [proposals, challenges, adjudications]) => {
      const trail = {
        proposals: fullTrail.proposals.slice(0, proposals),
        challenges: fullTrail.challenges.slice(0, challenges),
        adjudications: fullTrail.adjudications.slice(0, adjudications),
      };
      expect(gaps({ ...raised({ cause: HALTS[kind] }), debate_trail: trail })).toEqual([]);
      for (const part of ["proposals", "challenges", "adjudications"] as const) {
        if (trail[part].length === 0) continue;
        const short = { ...raised({ cause: HALTS[kind] }), debate_trail: { ...trail, [part]: trail[part].slice(1) } };
        expect(gaps(short)).toContainEqual(
          `${part}: ${kind} needs at least ${trail[part].length} ${part} on record, and there are ${trail[part].length - 1}`,
        );
      }
    },
  );

  it("wants the verdict that the cause names to be on record", () => {
    const anotherArbiter = { ...fullTrail, adjudications: [{ ...rejection, adjudication_id: "ADJ-00000009" }] };
    expect(gaps({ ...raised(), debate_trail: anotherArbiter })).toEqual([
      "adjudications: ADJ-00000001 is not on record",
    ]);
    const both = { ...fullTrail, adjudications: [...anotherArbiter.adjudications, rejection] };
    expect(gaps({ ...raised(), debate_trail: both })).toEqual([]);
    const plan = raised({ cause: HALTS["plan-level-failure"] });
    const anotherChallenge = { ...fullTrail, challenges: [aChallenge(aFail(), "CHAL-00000009")] };
    expect(gaps({ ...plan, debate_trail: anotherChallenge })).toEqual(["challenges: CHAL-00000001 is not on record"]);
  });

  it("wants every failure of the cause among the failed invariants", () => {
    const failed_invariants = [{ invariant: "something else", evidence: "unrelated" }];
    expect(gaps({ ...raised(), failed_invariants })).toEqual([
      'failed_invariants: "The Arbiter approves MM-0001@1.0.0" failed and is not listed',
    ]);
  });

  it("wants the failed module among the failed ones, when a module failed", () => {
    const module_outcomes = { failed: [], abandoned: [], shipped: [] };
    expect(gaps({ ...raised(), module_outcomes })).toEqual([
      "failed: MM-0001@1.0.0 failed and is not listed as failed",
    ]);
    expect(gaps({ ...raised({ cause: HALTS["plan-level-failure"] }), module_outcomes })).toEqual([]);
    expect(gaps({ ...raised({ cause: HALTS["answer-invalid"] }), module_outcomes })).toEqual([]);
  });

  it("wants the locked plan where it is what failed", () => {
    const { micro_plan: _, ...without } = raised({ cause: HALTS["plan-level-failure"] });
    expect(gaps(without)).toEqual(["micro_plan: plan-level-failure is about the locked plan, which is not on record"]);
    const { micro_plan: __, ...ofModule } = raised();
    expect(gaps(ofModule)).toEqual([]);
  });

  it("wants a reason for every module that failed, with the verdict it names and what failed in it", () => {
    const failed = [...halt.modules.failed, "MM-0004@1.0.0"];
    const two = { ...raised(), module_outcomes: { ...halt.modules, failed } };
    expect(gaps(two)).toEqual(["MM-0004@1.0.0: why MM-0004@1.0.0 failed is not on record"]);
    const cause = { ...HALTS["debate-rejected"], module: "MM-0004@1.0.0", adjudication_id: "ADJ-00000004" };
    const module_causes = [...(two.module_causes ?? []), { module: "MM-0004@1.0.0", cause }];
    expect(gaps({ ...two, module_causes })).toEqual([
      "adjudications: ADJ-00000004 is not on record",
      'failed_invariants: "The Arbiter approves MM-0004@1.0.0" failed and is not listed',
    ]);
  });

  it("wants one outcome for each module", () => {
    const module_outcomes = { ...halt.modules, shipped: ["MM-0002@1.0.0"] };
    expect(gaps({ ...raised(), module_outcomes })).toEqual([
      "module_outcomes: MM-0002@1.0.0 is listed with more than one outcome",
    ]);
  });

  it("wants the task and its dependencies in the subgraph", () => {
    const { [t("a")]: a, [t("b")]: b, ...rest } = raised().state_subgraph;
    const [own, dependency] = [b, a];
    if (own === undefined || dependency === undefined) throw new Error("the sample lacks its tasks");
    expect(gaps({ ...raised(), state_subgraph: { ...rest, [t("a")]: dependency } })).toEqual([
      `${t("b")}: the halted task ${t("b")} itself is missing`,
    ]);
    expect(gaps({ ...raised(), state_subgraph: { ...rest, [t("b")]: own } })).toEqual([
      `${t("a")}: ${t("a")}, on which ${t("b")} depends, is missing`,
    ]);
  });
});
