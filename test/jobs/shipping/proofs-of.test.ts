import { describe, expect, it } from "vitest";
import { proofsOf } from "../../../src/jobs/shipping/proofs-of.js";
import { aContract } from "../../support/contract.js";

const FILE = "test/tag.test.ts";
const TEXT = `import { expect, it } from "vitest";
import { tag } from "../src/tag.js";
// @clause CL-HAPPY-001
it("a tag is kept", () => { expect(tag("a")).toBe("a"); });
// @clause CL-HAPPY-001
it.each([1, 2])(\`\${n} tags are kept\`, (n) => { expect(tag("a")).toBe("a"); });
`;

function proved(criteria: readonly object[], ran: readonly string[]) {
  const task = { tree: { read: async () => TEXT } };
  const module = {
    planned: { test_file: FILE },
    work: { trail: { proposals: [{ criteria }] } },
    contract: aContract(),
  };
  const log = { tests: ran.map((name) => ({ name, result: "PASS" })) };
  return proofsOf(task as never, module as never, log as never);
}

describe("what a module proves", () => {
  it("is, by criterion, the traced tests that passed, with their place and their clauses", async () => {
    expect(await proved([{ criterion: "keeps it", tests: ["a tag is kept"] }], ["a tag is kept"])).toEqual({
      proofs: [
        {
          criterion: "keeps it",
          tests: [{ name: "a tag is kept", file: FILE, line: 4, clauses: ["CL-HAPPY-001"] }],
        },
      ],
    });
  });

  it("has no test that did not run", async () => {
    const { proofs } = await proved([{ criterion: "keeps it", tests: ["a tag is kept"] }], ["another"]);
    expect(proofs).toEqual([{ criterion: "keeps it", tests: [] }]);
  });

  it("names assertions of the contract that stand for a test", async () => {
    const { proofs } = await proved(
      [{ criterion: "is documented", tests: ["the README names it"] }],
      ["a tag is kept"],
    );
    expect(proofs).toEqual([{ criterion: "is documented", tests: [], assertions: ["the README names it"] }]);
  });
});
