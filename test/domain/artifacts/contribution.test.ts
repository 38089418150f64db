import { describe, expect, it } from "vitest";
import {
  appendContribution,
  CONTRIBUTION_PRODUCERS,
  Contribution,
  ContributionType,
  checkTrailGrowth,
} from "../../../src/domain/artifacts/contribution.js";
import { Producer, Role } from "../../../src/domain/artifacts/producer.js";
import { aContribution } from "../../support/artifacts.js";

const second = aContribution({
  contribution_id: "CONTRIB-00000002",
  produced_by: { role: "proposer", run_id: "run-2" },
});
const third = aContribution({
  contribution_id: "CONTRIB-00000003",
  produced_by: { role: "proposer", run_id: "run-3" },
});
const fields = (candidate: unknown) =>
  Contribution.safeParse(candidate).error?.issues.map(({ path }) => path.join("."));
const producers: readonly Producer["role"][] = Producer.shape.role.options;

describe("a contribution", () => {
  it("has the method's six types, and those of product, judge and amendment", () => {
    expect([...ContributionType.options].sort()).toEqual(
      [
        ...["CONTRACT", "MICRO_PLAN", "IMPLEMENTATION", "CHALLENGE", "ADJUDICATION", "SHIP_EVIDENCE"],
        ...["PRODUCT_SPEC", "JUDGEMENT", "CONTRACT_AMENDMENT"],
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

  it("is appended with a new id, by a run that has not contributed before", () => {
    expect(appendContribution([aContribution()], second)).toEqual({ ok: true, value: [aContribution(), second] });
    expect(appendContribution([aContribution()], { ...second, contribution_id: "CONTRIB-00000001" })).toMatchObject({
      refusal: { code: "contribution-exists" },
    });
    expect(
      appendContribution([aContribution()], { ...second, produced_by: aContribution().produced_by }),
    ).toMatchObject({
      refusal: { code: "run-contributed-already", message: expect.stringContaining("CONTRIB-00000001") },
    });
  });
});

describe("the trail of contributions", () => {
  const before = [aContribution(), second];

  it.each([
    ["unchanged", before],
    ["one longer", [...before, third]],
    ["the same with other key order", before.map((entry) => Object.fromEntries(Object.entries(entry).reverse()))],
  ])("may be %s", (_, after) => {
    expect(checkTrailGrowth(before, after as Contribution[]).ok).toBe(true);
  });

  it.each([
    ["shorter", [aContribution()], ["CONTRIB-00000002"]],
    ["edited", [aContribution({ artifact_ref: "IMPL-00000009" }), second], ["CONTRIB-00000001"]],
    ["in another order", [second, aContribution()], ["CONTRIB-00000001", "CONTRIB-00000002"]],
    ["with one put in front", [third, aContribution(), second], ["CONTRIB-00000001", "CONTRIB-00000002"]],
  ])("must not be %s", (_, after, ids) => {
    expect(checkTrailGrowth(before, after)).toMatchObject({
      refusal: { code: "contribution-changed", details: { ids } },
    });
  });

  it("must not grow by an id or a run it already has", () => {
    expect(checkTrailGrowth(before, [...before, aContribution()])).toMatchObject({
      refusal: { code: "contribution-exists" },
    });
    expect(
      checkTrailGrowth(before, [...before, third, { ...third, contribution_id: "CONTRIB-00000004" }]),
    ).toMatchObject({
      refusal: { code: "run-contributed-already" },
    });
  });
});
