import { describe, expect, it } from "vitest";
import { adjudicationReview } from "../../../src/features/debate/adjudication-review.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { markerIn } from "../../../src/render/marker.js";
import { amendedApproval, approval, rejection } from "../../support/debate.js";

const context = {
  moduleTitle: "Make slugs",
  round: 2,
  rounds: 3,
  recordUrl: "https://x.test/ADJ-00000001.yml",
  halts: true,
};

describe("an adjudication as a review", () => {
  it.each([
    ["APPROVED", approval, "it ships"],
    [
      "APPROVED WITH AMENDMENTS",
      amendedApproval,
      "it ships once the amendments below are made and the gates are green again",
    ],
    ["REJECTED", rejection, "it does not ship, and a person decides"],
  ])("says %s and what follows in one line", (word, adjudication, next) => {
    const { body, comments } = adjudicationReview(adjudication, context);
    expect(markerIn(body)).toBe("ADJ-00000001");
    expect(body.split("\n")[1]).toBe(`**${word}** by the Arbiter: MM-0001@1.0.0 Make slugs after round 2; ${next}.`);
    expect(body).toContain("[ADJ-00000001](https://x.test/ADJ-00000001.yml)");
    expect(comments).toEqual([]);
  });

  it("says of a rejection inside the retry window that the Proposer revises", () => {
    const { body } = adjudicationReview(rejection, { ...context, halts: false });
    expect(body).toContain("after round 2; it goes back to the Proposer with this rationale.");
  });

  it("lists each amendment with what it is about, and none where there are none", () => {
    expect(adjudicationReview(amendedApproval, context).body).toContain(
      '| MODIFY | `contract:error_surfaces.EmptyTitleError.when` | say "the title is empty or only white space" |',
    );
    expect(adjudicationReview(approval, context).body).not.toContain("| amendment |");
  });

  it("leaves what an amendment quotes as code, and its row whole", () => {
    const amendments = ["Assert that `minutesFor(200, 1)` throws.", "Say `a|b` to @ada."].map((detail) => ({
      ...amendedApproval.amendments[0],
      detail,
    })) as typeof amendedApproval.amendments;
    const { body } = adjudicationReview({ ...amendedApproval, amendments }, context);
    expect(body).toContain("| Assert that `minutesFor(200, 1)` throws. |");
    expect(body).toContain("| Say \\`a\\|b\\` to @\u2060ada. |");
  });

  it("fits with a rationale of any length", () => {
    const { body } = adjudicationReview({ ...rejection, rationale: "n".repeat(2 * BODY_LIMIT) }, context);
    expect(body.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(body).toContain("_The rationale is left out: it did not fit._");
    expect(body).toContain("**REJECTED**");
  });
});
