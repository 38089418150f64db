import { describe, expect, it } from "vitest";
import { MutationConfig } from "../../../src/domain/config/mutation-config.js";
import { mutationScore, type TriedMutant } from "../../../src/domain/gates/mutation-report.js";
import { killsOfClauses, mutationViolations } from "../../../src/gates/mutation/judge-mutants.js";
import { inTurn } from "../../../src/gates/mutation/module-mutants.js";

const mutant = (fate: TriedMutant["fate"], line = 1): TriedMutant => ({
  path: "src/a.js",
  line,
  operator: "boundary",
  change: "`<` becomes `<=`",
  fate,
});
const INVENTORY = [
  { name: "adds", clauses: ["CL-HAPPY-001", "CL-OUTPUT-001"] },
  { name: "refuses ${value}", clauses: ["CL-ERROR-001"] },
];
const judged = (killed: number, left = 0) => ({
  mutants: [mutant("killed"), mutant("survived")],
  left,
  clauses: [{ clause: "CL-ERROR-001", tests: 1, killed }],
});

describe("what mutants say about clauses", () => {
  it("a clause has the mutants that its own tests killed, also by titles that are known only at run time", () => {
    const kills = killsOfClauses([{ by: ["adds"] }, { by: ["adds", "refuses -1"] }, { by: [] }], INVENTORY);
    expect(kills).toEqual([
      { clause: "CL-ERROR-001", tests: 1, killed: 1 },
      { clause: "CL-HAPPY-001", tests: 1, killed: 2 },
      { clause: "CL-OUTPUT-001", tests: 1, killed: 2 },
    ]);
  });

  it("a clause whose tests kill nothing blocks in STRICT, and a survivor alone never does", () => {
    expect(mutationViolations(judged(0), MutationConfig.parse({}), "STRICT")).toEqual([
      {
        message:
          "None of 2 mistakes in the module's files is noticed by the test of CL-ERROR-001, so CL-ERROR-001 is not covered.",
        fix: expect.stringContaining("CL-ERROR-001"),
      },
    ]);
    expect(mutationViolations(judged(1), MutationConfig.parse({}), "STRICT")).toEqual([]);
  });

  it.each([
    ["in CREATIVE", judged(0), {}, "CREATIVE"],
    ["with require_per_clause off", judged(0), { require_per_clause: false }, "STRICT"],
    ["while mutants are left that its tests may kill", judged(0, 3), {}, "STRICT"],
  ] as const)("does not block %s", (_, facts, config, mode) => {
    expect(mutationViolations(facts, MutationConfig.parse(config), mode)).toEqual([]);
  });

  it("a score below the threshold blocks, and one at it does not; a mutant that never ends is noticed", () => {
    const facts = { mutants: [mutant("timed-out"), mutant("not-covered")], left: 9, clauses: [] };
    expect(mutationScore(facts.mutants)).toBe(50);
    expect(mutationViolations(facts, MutationConfig.parse({ threshold: 50.1 }), "STRICT")).toMatchObject([
      { message: "The tests notice 50 % of 2 mistakes; mutation.threshold asks for 50.1 %." },
    ]);
    expect(mutationViolations(facts, MutationConfig.parse({ threshold: 50 }), "STRICT")).toEqual([]);
  });
});

describe("the order in which mutants are tried", () => {
  const named = (within: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...mutant("killed", index + 1),
      within,
      name: `${within}${index}`,
    }));
  const all = [...named("big", 50), ...named("small", 2), ...named("other", 2)];

  it("takes one of each function in turn, so that a small one is not drowned", () => {
    const first = inTurn(all, "seed").slice(0, 6);
    for (const within of ["big", "small", "other"])
      expect(first.filter((each) => each.within === within)).toHaveLength(2);
  });

  it("is the same for the same seed, holds every mutant once, and differs by seed", () => {
    const names = (seed: string) => inTurn(all, seed).map(({ name }) => name);
    expect(names("a")).toEqual(names("a"));
    expect(names("a").toSorted()).toEqual(all.map(({ name }) => name).toSorted());
    expect(names("a")).not.toEqual(names("b"));
  });
});
