import { describe, expect, it } from "vitest";
import { newestPrecedent, Precedent } from "../../../src/domain/decisions/precedent.js";
import { t } from "../../support/project-state.js";

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
  it("is the newest decision about the same cause, wherever it stands", () => {
    const newest = precedent("tests-failing", "2026-03-01T00:00:00Z");
    const older = precedent("tests-failing", "2026-02-01T00:00:00Z");
    const other = precedent("plan-invalid", "2026-04-01T00:00:00Z");
    expect(newestPrecedent([older, newest, other], "tests-failing")).toBe(newest);
    expect(newestPrecedent([newest, older, other], "tests-failing")).toBe(newest);
  });

  it("compares instants, not spellings", () => {
    const newest = precedent("tests-failing", "2026-03-01T00:00:00.500Z");
    const older = precedent("tests-failing", "2026-03-01T00:00:00Z");
    expect(newestPrecedent([newest, older], "tests-failing")).toBe(newest);
  });

  it("at one instant is the one recorded later", () => {
    const first = precedent("tests-failing", "2026-03-01T00:00:00Z", "ada");
    const second = precedent("tests-failing", "2026-03-01T00:00:00Z", "bob");
    expect(newestPrecedent([first, second], "tests-failing")).toBe(second);
  });

  it("does not exist for a cause never decided", () => {
    expect(newestPrecedent([precedent("tests-failing", "2026-03-01T00:00:00Z")], "plan-invalid")).toBeUndefined();
    expect(newestPrecedent([], "plan-invalid")).toBeUndefined();
  });

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
