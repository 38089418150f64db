import { describe, expect, it } from "vitest";
import { persistentFailures, resolutionContext } from "../../../../src/features/halts/escalation/resolution-context.js";
import { aChallenge, aFail, aFailure, amendedApproval, aPass, aProposal, rejection } from "../../../support/debate.js";

const noTrail = { proposals: [], challenges: [], adjudications: [] };
const proposals = [aProposal(), aProposal({ proposal_id: "PROP-00000002" })];

describe("the resolution context", () => {
  const other = aFailure({ invariant: "Slugs are lower case", required_change: "lower the case" });

  it("names the most persistent failures first, and the Arbiter's last word", () => {
    const challenges = [
      aChallenge(aFail({ failures: [other, aFailure()] })),
      aChallenge(aFail({ failures: [aFailure(), aFailure()] })),
    ];
    expect(persistentFailures(challenges)).toEqual([
      { invariant: aFailure().invariant, times: 2 },
      { invariant: "Slugs are lower case", times: 1 },
    ]);
    expect(resolutionContext({ proposals, challenges, adjudications: [amendedApproval, rejection] })).toBe(
      `2 proposals, 2 challenges. "${aFailure().invariant}" failed in 2 of 2 challenges. "Slugs are lower case" failed in 1 of 2 challenges. ` +
        `The Arbiter decided REJECT: ${rejection.rationale}`,
    );
  });

  it("says so when little or nothing was debated", () => {
    expect(resolutionContext(noTrail)).toBe("No proposal was made, so nothing was debated.");
    expect(resolutionContext({ ...noTrail, proposals: [aProposal()], challenges: [aChallenge(aPass())] })).toBe(
      "1 proposal, 1 challenge.",
    );
  });
});
