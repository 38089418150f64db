import { describe, expect, it } from "vitest";
import { changeText } from "../../../../src/gates/validators/integrity/change-text.js";
import { fullRegressionPass } from "../../../../src/gates/validators/integrity/full-regression-pass.js";
import { aFileTree, diffOf } from "../../../support/file-tree.js";
import { aGateContext } from "../../../support/gate-context.js";
import { aBaseline, results } from "../../../support/test-baseline.js";

const base = aFileTree({ "src/tag.ts": "one\ntwo\n", "src/old.ts": "x\n" });
const head = aFileTree({ "src/tag.ts": "one\n2\n", "src/new.ts": "new\n", ".factory/modules/a.yml": "a: 1\n" });
const change = { base, head, diff: diffOf(base, head) };

const judged = (statuses: Parameters<typeof results>[0]) =>
  fullRegressionPass.check({
    ...aGateContext(),
    ...change,
    execution: {
      red: null,
      green: null,
      commands: [],
      suite: { ran: true, results: results(statuses), rerun: [], baseline: aBaseline(), assertions: null },
    },
  });

describe("the whole suite against the baseline", () => {
  it("reports what the branch changes with a regression, and not without one", () => {
    const red = judged({ adds: "failed", subtracts: "passed", divides: "failed" });
    expect(red.status).toBe("FAILED");
    expect(red.details?.["diff"]).toBe(
      "CREATE src/new.ts\n@@ line 1\n+ new\nDELETE src/old.ts\n@@ line 1\n- x\nMODIFY src/tag.ts\n@@ line 2\n- two\n+ 2\n",
    );
    const green = judged({ adds: "passed", subtracts: "passed", divides: "failed" });
    expect(green.status).toBe("PASSED");
    expect(green.details).not.toHaveProperty("diff");
  });

  it("bounds the text, and counts the files that are left out", () => {
    const long = (name: string) => [`src/${name}.ts`, `${name}\n`.repeat(2_000)] as const;
    const many = aFileTree(Object.fromEntries(["a", "bb", "ccc", "dddd"].map(long)));
    const text = changeText({ base: aFileTree(), head: many, diff: diffOf(aFileTree(), many) });
    expect(text.length).toBeLessThan(20_100);
    expect(text).toMatch(/\nand 2 more files\n$/);
  });
});
