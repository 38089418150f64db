import { describe, expect, it } from "vitest";
import { PlanAdjustment } from "../../../src/features/checkpoints/adjustment.js";
import { t } from "../../support/project-state.js";

const messages = (value: unknown) =>
  PlanAdjustment.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

describe("a plan adjustment", () => {
  it("drops, skips, cuts and reorders", () => {
    const adjustment = [
      { drop: t("a"), reason: "cancelled" },
      { skip: t("b"), reason: "not this quarter" },
      { cut: t("c"), from: t("a") },
      { reorder: [t("d"), t("e")] },
    ];
    expect(PlanAdjustment.parse(adjustment)).toEqual(adjustment);
  });

  const valid = { drop: t("a"), reason: "cancelled" };

  it.each([
    ["nothing", [], ": needs at least 1 entry"],
    ["a new task", [valid, { add: "Another" }], '1: "add" would add work'],
    ["an edited description", [{ ...valid, description: "do less" }], '0: "description" would edit a task'],
    ["edited criteria", [valid, valid, { acceptance_criteria: ["x"] }], '2: "acceptance_criteria" would edit a task'],
    ["an unknown verb", [{ delete: t("a") }], "0: must be one of drop, skip, cut, reorder"],
    ["a bare word", ["drop"], "0: must be one of drop, skip, cut, reorder"],
    ["nothing in an entry", [null], "0: must be one of drop, skip, cut, reorder"],
    ["no reason", [{ drop: t("a") }], "0: reason: "],
    ["a placeholder for a reason", [{ skip: t("a"), reason: "TBD" }], "0.reason: must say something"],
    ["something that is no task id", [{ drop: "login", reason: "cancelled" }], "0.drop: must look like T-core"],
    ["a cut from nowhere", [{ cut: t("a") }], "0: from: "],
    ["an empty order", [{ reorder: [] }], "0.reorder: needs at least 1 task"],
    ["two verbs", [{ ...valid, skip: t("b") }], '0: Unrecognized key: "skip"'],
  ])("is refused by entry with %s", (_why, value, says) => {
    const said = messages(value);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(says);
  });
});
