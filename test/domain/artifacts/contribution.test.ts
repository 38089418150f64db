import { describe, expect, it } from "vitest";
import { CONTRIBUTION_PRODUCERS, Contribution, ContributionType } from "../../../src/domain/artifacts/contribution.js";
import { Producer, Role } from "../../../src/domain/artifacts/producer.js";
import { aContribution } from "../../support/artifacts.js";

const fields = (candidate: unknown) =>
  Contribution.safeParse(candidate).error?.issues.map(({ path }) => path.join("."));
const producers: readonly Producer["role"][] = Producer.shape.role.options;

describe("a contribution", () => {
  it("has the method's six types, and those of product, plan review, judge and amendment", () => {
    expect([...ContributionType.options].sort()).toEqual(
      [
        ...["CONTRACT", "MICRO_PLAN", "IMPLEMENTATION", "CHALLENGE", "ADJUDICATION", "SHIP_EVIDENCE"],
        ...["PRODUCT_SPEC", "PLAN_REVIEW", "JUDGEMENT", "CONTRACT_AMENDMENT"],
      ].sort(),
    );
  });

  it.each(ContributionType.options.flatMap((type) => producers.map((role) => [type, role] as const)))(
    "%s by %s is accepted exactly when that is its producer",
    (type, role) => {
      const isRole = Role.safeParse(role).success;
      const candidate = aContribution({
        type,
        produced_by: { role, run_id: "run-1" },
        task_ref: type === "PRODUCT_SPEC" ? "" : "T-core-text-slug-001",
        context_pack_ref: isRole ? "CP-00000001" : null,
      });
      const allowed: readonly string[] = CONTRIBUTION_PRODUCERS[type];
      expect(fields(candidate)).toEqual(allowed.includes(role) ? undefined : ["produced_by"]);
    },
  );

  it("has no task when it is the product spec, and always one otherwise", () => {
    const spec = aContribution({ type: "PRODUCT_SPEC", produced_by: { role: "product", run_id: "run-1" } });
    expect(fields(spec)).toEqual(["task_ref"]);
    expect(fields({ ...spec, task_ref: "" })).toBeUndefined();
    expect(fields(aContribution({ task_ref: "" }))).toEqual(["task_ref"]);
  });

  it("names the Context Pack of its role", () => {
    expect(fields(aContribution({ context_pack_ref: null }))).toEqual(["context_pack_ref"]);
  });
});
