import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import { retryLimits } from "../../../src/features/modules/retry-limits.js";
import { gated, moved, planned, proposed, redGate, specified, stepOf } from "../../support/task-work.js";

const limitsOf = (config: object) => retryLimits(Config.parse(config)).retry_limits;

describe("the retry limit of a module", () => {
  it.each<[string, object, ReturnType<typeof limitsOf>]>([
    ["is not written down where nothing is lowered", {}, undefined],
    ["is lowered by retries", { retries: { gate_attempts: 1 } }, { revisions: 2, gate_attempts: 1 }],
    [
      "is nothing where failure_actions has a person asked about a red gate",
      { failure_actions: { "validation-failure": "checkpoint" } },
      { revisions: 2, gate_attempts: 3, red_is_final: true },
    ],
    ["stays with a retry of either name", { failure_actions: { "validation-failure": "auto-retry" } }, undefined],
  ])("%s", (_, config, limits) => {
    expect(limitsOf(config)).toEqual(limits);
  });

  it("applies to the module's work from its plan on", () => {
    const work = planned({ id: "MM-0001" });
    const [module] = work.modules;
    if (module === undefined) throw new TypeError("one module is planned");
    const limits = { revisions: 0, gate_attempts: 1 };
    const limited = { ...work, modules: [{ ...module, progress: { ...module.progress, limits } }] };
    const red = gated(proposed(gated(specified(limited)), "implement"), [redGate]);
    expect(stepOf(red)).toMatchObject({ step: "failed", cause: { kind: "gates-failing", attempts: 1 } });
  });
});

describe("a whole branch that is red", () => {
  const failures = [{ validator: "FULL_REGRESSION_PASS", message: "one broke", fix: "Mend it." }];
  const integrating = (revisions = 0) => {
    const work = planned({ id: "MM-0001" });
    const [module] = work.modules;
    if (module === undefined) throw new TypeError("one module is planned");
    const head = "8".repeat(40);
    const shipped = {
      ...module,
      step: { step: "shipped", head } as const,
      progress: { ...module.progress, revisions },
    };
    const gates = {
      run_type: "INTEGRITY",
      nonces: { judge: "a".repeat(32), execute: "b".repeat(32) },
      base_sha: head,
      head_sha: head,
      state_sha: head,
      requested_at: "2026-03-01T10:00:00Z",
      lost: 0,
    } as const;
    const stage = { stage: "integrating", head, base: head, gates } as const;
    return { ...work, head, stage, modules: [shipped], lost_gates: 1, lost_why: "no report" };
  };
  const returned = { kind: "integration-returned", module_id: "MM-0001", failures } as const;

  it("reopens its module with the findings, at the cost of a revision", () => {
    const work = moved(integrating(), returned);
    expect(work).toMatchObject({ stage: { stage: "building" }, lost_gates: 0, integrated: { run_type: "INTEGRITY" } });
    expect(work.lost_why).toBeUndefined();
    expect(stepOf(work)).toMatchObject({ step: "asking", activity: "revise", from: "head" });
    expect(work.modules[0]).toMatchObject({ failures, progress: { revisions: 1 } });
  });

  it("returns to no module if the revisions are used up", () => {
    const refused = applyTaskEvent(integrating(2), returned);
    expect(!refused.ok && refused.refusal.code).toBe("no-revision-left");
  });

  it("is returned only by requested gates", () => {
    const work = integrating();
    const refused = applyTaskEvent({ ...work, stage: { ...work.stage, gates: null } }, returned);
    expect(!refused.ok && refused.refusal.code).toBe("no-gates");
  });
});
