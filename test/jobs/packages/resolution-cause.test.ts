import { describe, expect, it } from "vitest";
import { resolutionCause } from "../../../src/jobs/packages/resolution-cause.js";

const asked = { scriptsAgreed: false, report: ".factory/tasks/T-a-b-c-001/gates/1.yml" };
const added = (count: number, runs_scripts: boolean) =>
  Array.from({ length: count }, (_, index) => ({ name: `package-${index}`, version: "1.0.0", runs_scripts }));

describe("the objection to resolved packages", () => {
  it("is nothing where they bring neither problems nor scripts", () => {
    expect(resolutionCause({ problems: [], added: added(3, false) }, asked)).toBeUndefined();
  });

  it("is their problems first, cut where a report made them too long", () => {
    const cause = resolutionCause({ problems: ["x".repeat(9_000)], added: added(1, true) }, asked);
    expect(cause).toEqual({ kind: "dependencies-refused", problems: ["x".repeat(2_000)] });
  });

  it("names the first of very many problems, and counts those that the report holds", () => {
    const problems = Array.from({ length: 5_000 }, (_, index) => `package-${index} has no hash`);
    expect(resolutionCause({ problems, added: [] }, asked)).toEqual({
      kind: "dependencies-refused",
      problems: problems.slice(0, 20),
      left_out: { count: 4_980, all_in: asked.report },
    });
  });

  it("is told by the first of very many packages with install scripts, until a person has agreed to them", () => {
    const resolution = { problems: [], added: added(5_000, true) };
    expect(resolutionCause(resolution, asked)).toEqual({
      kind: "dependency-runs-scripts",
      packages: added(20, true).map(({ name, version }) => `${name}@${version}`),
      left_out: { count: 4_980, all_in: asked.report },
    });
    expect(resolutionCause(resolution, { ...asked, scriptsAgreed: true })).toBeUndefined();
  });
});
