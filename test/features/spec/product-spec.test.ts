import { describe, expect, it } from "vitest";
import { IO_DIMENSIONS, ProductSpec } from "../../../src/features/spec/product-spec.js";
import { changed, FIRST_TASK, validSpec } from "../../support/product-spec.js";

const accepts = (candidate: unknown) => ProductSpec.safeParse(candidate).success;

const REQUIRED: Record<string, [path: readonly (string | number)[], fields: string[]]> = {
  spec: [[], ["spec_id", "spec_version", "title", "description", "created_at", "updated_at", "pillars"]],
  pillar: [FIRST_TASK.slice(0, 2), ["pillar_id", "name", "description", "rationale", "epics"]],
  epic: [FIRST_TASK.slice(0, 4), ["epic_id", "name", "description", "success_criteria", "stories"]],
  story: [FIRST_TASK.slice(0, 6), ["story_id", "name", "description", "user_facing_behavior", "tasks"]],
  task: [FIRST_TASK, ["task_id", "name", "description", "subtasks", "acceptance_criteria", "io_contract_sketch"]],
  sketch: [
    [...FIRST_TASK, "io_contract_sketch"],
    ["inputs", "outputs", "error_surfaces", "effects", "modes"],
  ],
};

describe("a product spec", () => {
  it("is accepted when it is well formed", () => {
    expect(ProductSpec.parse(validSpec())).toEqual(validSpec());
  });

  it("may leave out only depends_on", () => {
    expect(accepts(changed(validSpec(), [...FIRST_TASK, "depends_on"], undefined))).toBe(true);
  });

  const fields = Object.entries(REQUIRED).flatMap(([level, [path, names]]) =>
    names.map((field) => [level, field, path] as const),
  );
  it.each(fields)("needs the %s's %s", (_, field, path) => {
    expect(accepts(changed(validSpec(), [...path, field], undefined))).toBe(false);
  });

  it.each(Object.entries(REQUIRED))("has no other fields in its %s", (_, [path]) => {
    expect(accepts(changed(validSpec(), [...path, "extra"], "x"))).toBe(false);
  });

  it("knows five dimensions", () => {
    expect(IO_DIMENSIONS).toEqual(["inputs", "outputs", "error_surfaces", "effects", "modes"]);
  });

  it.each([
    ["pillars", ["pillars"], 1],
    ["epics", FIRST_TASK.slice(0, 3), 1],
    ["stories", FIRST_TASK.slice(0, 5), 1],
    ["success criteria", [...FIRST_TASK.slice(0, 4), "success_criteria"], 1],
    ["tasks", FIRST_TASK.slice(0, 7), 1],
    ["subtasks", [...FIRST_TASK, "subtasks"], 2],
    ["acceptance criteria", [...FIRST_TASK, "acceptance_criteria"], 2],
  ])("has a least number of %s", (_, path, minimum) => {
    const list = [...path].reduce<unknown>((value, key) => Reflect.get(value as object, key), validSpec()) as unknown[];
    expect(accepts(changed(validSpec(), path, list.slice(0, minimum)))).toBe(true);
    expect(accepts(changed(validSpec(), path, list.slice(0, minimum - 1)))).toBe(false);
  });
});
