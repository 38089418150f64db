import { describe, expect, it } from "vitest";
import { isSameObjection, repeatedObjections } from "../../../src/domain/debate/objection.js";
import { aChallenge, aFail, aFailure } from "../../support/debate.js";

describe("the same objection", () => {
  it.each([
    ["in the same words", {}],
    ["in other case and punctuation", { invariant: "titles LONGER than max_length, are refused!" }],
    ["with other evidence", { evidence: "a title of 200 characters passes without an error" }],
    ["with the same specific invariant and another change", { required_change: "refuse what exceeds the limit" }],
    ["with a reworded invariant", { invariant: "Title longer than the max_length must be refused" }],
  ])("is recognised %s", (_, change) => {
    expect(isSameObjection(aFailure(), aFailure(change))).toBe(true);
  });

  it.each([
    [
      "another invariant and change",
      { invariant: "Slugs are lower case everywhere", required_change: "lower the case of `slug`" },
    ],
    ["another reach", { scope: "PLAN" as const }],
  ])("is not %s", (_, change) => {
    expect(isSameObjection(aFailure(), aFailure(change))).toBe(false);
  });

  it("does not take a topic for an objection", () => {
    const coverage = (required_change: string) => aFailure({ invariant: "Test coverage", required_change });
    expect(isSameObjection(coverage("test the empty title"), coverage("test a title of emoji"))).toBe(false);
    expect(isSameObjection(coverage("test the empty title"), coverage("test the empty titles"))).toBe(true);
  });

  it("takes three words for a topic and four for an objection", () => {
    const about = (invariant: string, required_change: string) => aFailure({ invariant, required_change });
    expect(
      isSameObjection(
        about("alpha beta gamma", "one two three four"),
        about("alpha beta gamma", "five six seven eight"),
      ),
    ).toBe(false);
    expect(
      isSameObjection(
        about("alpha beta gamma delta", "one two three four"),
        about("alpha beta gamma delta", "five six seven eight"),
      ),
    ).toBe(true);
  });

  it("needs four words in five to be shared", () => {
    const words = (text: string) => aFailure({ invariant: "x1", required_change: text });
    // x1 and three of four shared, one more on one side: 4 of 5 words.
    expect(isSameObjection(words("a1 b1 c1"), words("a1 b1 c1 d1"))).toBe(true);
    // One more on either side: 4 of 6.
    expect(isSameObjection(words("a1 b1 c1 e1"), words("a1 b1 c1 d1"))).toBe(false);
  });

  it("looks through line numbers but not through clause ids or denials", () => {
    const about = (invariant: string) => aFailure({ invariant, required_change: "repair it" });
    expect(isSameObjection(about("crash at src/a.ts:12 in line 40-41"), about("crash at src/a.ts:99 in line 7"))).toBe(
      true,
    );
    expect(isSameObjection(about("CL-ERR-001 untested"), about("CL-ERR-002 untested"))).toBe(false);
    expect(isSameObjection(about("must sort"), about("must not sort"))).toBe(false);
  });

  it("of an upstream module is about that module", () => {
    const upstream = (target_module: string) => aFailure({ scope: "UPSTREAM", target_module });
    expect(isSameObjection(upstream("MM-0001@1.0.0"), upstream("MM-0001@1.0.0"))).toBe(true);
    expect(isSameObjection(upstream("MM-0001@1.0.0"), upstream("MM-0002@1.0.0"))).toBe(false);
  });

  it("of nothing but stop words is none", () => {
    const empty = aFailure({ invariant: "it is", required_change: "do it" });
    expect(isSameObjection(empty, empty)).toBe(false);
  });
});

describe("two rounds", () => {
  const other = aFailure({ invariant: "Slugs are lower case everywhere", required_change: "lower the case of `slug`" });

  it("give each repeated objection in both wordings", () => {
    const again = aFailure({ evidence: "still no test for it in the second round" });
    expect(repeatedObjections(aChallenge(aFail()), aChallenge(aFail({ failures: [other, again] })))).toEqual([
      { first: aFailure(), again },
    ]);
  });

  it("give nothing when the objections differ", () => {
    expect(repeatedObjections(aChallenge(aFail()), aChallenge(aFail({ failures: [other] })))).toEqual([]);
  });
});
