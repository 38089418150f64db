import { describe, expect, it } from "vitest";
import { challengeReview } from "../../../src/features/debate/challenge-review.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { markerIn } from "../../../src/render/marker.js";
import { aChallenge, aFail, aFailure, assessments, facts } from "../../support/debate.js";
import { liveMarkdown, quotedLink } from "../../support/live-markdown.js";

const context = { moduleTitle: "Make slugs", round: 1, rounds: 3, recordUrl: "https://x.test/CHAL-00000001.yml" };
const tests = 'it("joins words with hyphens", () => {});\n\nit("rejects an empty title", () => {});\n';
const contract = "inputs:\n  - name: title\nclauses:\n  - id: CL-ERR-0011\n  - id: CL-ERR-001\n";
const citable = {
  names: facts,
  files: [
    { kind: "test", path: "test/slug.test.ts", text: tests },
    { kind: "contract", path: ".factory/contract.yml", text: contract },
  ] as const,
};
const failing = (changes: object) => aChallenge(aFail({ failures: [aFailure(changes)] }));

describe("a challenge as a review", () => {
  it("says the verdict in its first visible line, with what was counted, under its own key", () => {
    const { body } = challengeReview(aChallenge(aFail()), context, citable);
    expect(markerIn(body)).toBe("CHAL-00000001");
    expect(body.split("\n")[1]).toBe(
      "**FAIL** by the Challenger for MM-0001@1.0.0 Make slugs in round 1 of 3: 1 of 6 criteria not met, 1 required change.",
    );
    const passed = challengeReview(aChallenge(), { ...context, round: 3 }, citable).body;
    expect(passed.split("\n")[1]).toBe(
      "**PASS** by the Challenger for MM-0001@1.0.0 Make slugs in round 3 of 3: every criterion is met.",
    );
    expect(passed).toContain("Nothing has to change.");
  });

  it("shows all six criteria, what must change and why, and links the record", () => {
    const { body } = challengeReview(aChallenge(aFail()), context, citable);
    for (const id of ["R1", "R2", "R3", "R4", "R5", "R6"]) expect(body).toMatch(new RegExp(`^\\| ${id} `, "m"));
    expect(body).toMatch(/^\| R2 Test coverage \| \*\*not met\*\* \|/m);
    expect(body).toMatch(/^1\. \*\*add a test that passes a title of 81 characters/m);
    expect(body).toContain("Evidence: no test exceeds max\\_length");
    expect(body).toContain("[CHAL-00000001](https://x.test/CHAL-00000001.yml)");
    expect(body.indexOf("Required changes")).toBeLessThan(body.indexOf("| criterion |"));
  });

  it.each([
    ["PLAN", { scope: "PLAN" }, "(concerns the plan as a whole)"],
    ["UPSTREAM", { scope: "UPSTREAM", target_module: "MM-0007@1.2.0" }, "(concerns MM-0007@1.2.0)"],
  ])("says how far a failure of scope %s reaches", (_scope, changes, words) => {
    expect(challengeReview(failing(changes), context, citable).body).toContain(words);
  });

  it("shows what it quotes as code", () => {
    const { body } = challengeReview(failing({ evidence: "`slug(1)` gives `<b>`" }), context, citable);
    expect(body).toContain("Evidence: `slug(1)` gives \\`&lt;b&gt;\\`");
  });

  it.each([10, 250, 400, 2_000])("makes no link and no image of a quotation with %i more characters", (more) => {
    const words = quotedLink(more);
    const found = { sop: "naming.md", severity: "warning", finding: words, evidence: words } as const;
    const rubric_assessments = assessments({ R1: { evidence: words } });
    const failures = [aFailure({ evidence: words, invariant: words, required_change: words })];
    const answer = aChallenge(aFail({ rubric_assessments, failures, sop_findings: [found] }));
    const { body } = challengeReview(answer, context, citable);
    expect(liveMarkdown(body)).toEqual([context.recordUrl]);
  });

  it("lists what breaks a procedure", () => {
    const finding = { sop: "naming.md", severity: "warning", finding: "a | b", evidence: "src" } as const;
    const { body } = challengeReview(aChallenge(aFail({ sop_findings: [finding] })), context, citable);
    expect(body).toContain("| `naming.md` | warning | a \\| b | src |");
    expect(challengeReview(aChallenge(), context, citable).body).not.toContain("| procedure |");
  });

  it.each([
    ["a test, by its name", "the test rejects an empty title asserts nothing", "test/slug.test.ts", 3],
    ["a clause, and not one that only begins like it", "CL-ERR-001 has no case", ".factory/contract.yml", 5],
    ["a field, where it is marked as one", "`title` has no limit", ".factory/contract.yml", 2],
    ["the most exact of two names", "CL-ERR-001 and rejects an empty title", "test/slug.test.ts", 3],
  ])("puts a remark on the line of %s", (_what, evidence, path, line) => {
    const plain = { invariant: "it holds", required_change: "mend it", evidence };
    const { comments } = challengeReview(failing(plain), context, citable);
    expect(comments).toEqual([{ path, line, body: expect.stringContaining("**mend it**") }]);
  });

  it("puts no remark where nothing is cited, or what is cited is in no file", () => {
    const plain = { invariant: "it holds", required_change: "mend it", evidence: "it is wrong" };
    expect(challengeReview(failing(plain), context, citable).comments).toEqual([]);
    const absent = { ...plain, evidence: "MM-0007@1.2.0 is misused" };
    expect(challengeReview(failing(absent), context, citable).comments).toEqual([]);
  });

  it("escapes untrusted text", () => {
    const { body } = challengeReview(
      failing({ required_change: "ask @octocat <!-- factory:x --> | cell" }),
      context,
      citable,
    );
    expect(body).toContain("@\u2060octocat &lt;!-- factory:x --&gt; \\| cell");
  });

  it.each([BODY_LIMIT - 2_000, BODY_LIMIT, 10 * BODY_LIMIT])(
    "fits with texts of %i characters, verdict and link kept",
    (size) => {
      const long = "y ".repeat(size / 2);
      const { body, comments } = challengeReview(failing({ required_change: `CL-ERR-001 ${long}` }), context, citable);
      expect(body.length).toBeLessThanOrEqual(BODY_LIMIT);
      expect(body).toContain("**FAIL**");
      expect(body).toContain("[CHAL-00000001](");
      for (const comment of comments) expect(comment.body.length).toBeLessThanOrEqual(BODY_LIMIT);
      if (size > BODY_LIMIT) expect(body).toContain("1 required changes are left out");
    },
  );
});
