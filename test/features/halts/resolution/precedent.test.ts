import { describe, expect, it } from "vitest";
import { Precedent } from "../../../../src/features/halts/resolution/precedent.js";
import { t } from "../../../support/project-state.js";

const precedent = (cause: string, resolved_at: string, resolved_by = "ada"): Precedent =>
  Precedent.parse({
    cause,
    task_id: t("a"),
    escalation_ref: "ESC-1a2b3c4d",
    resolution: { action: "ABANDON_TASK", rationale: "cancelled" },
    resolved_by,
    resolved_at,
  });

describe("a precedent", () => {
  it.each(["cause", "resolved_by"])("names its %s", (field) => {
    expect(Precedent.safeParse({ ...precedent("tests-failing", "2026-03-01T00:00:00Z"), [field]: "" }).success).toBe(
      false,
    );
  });

  it("keeps a whole resolution, not a word for it", () => {
    const whole = precedent("tests-failing", "2026-03-01T00:00:00Z");
    expect(Precedent.safeParse({ ...whole, resolution: { action: "ABANDON_TASK" } }).success).toBe(false);
  });
});
