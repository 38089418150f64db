import type { UnshownValues } from "../../domain/debate/unshown-values.js";
import { ifKnown, type Offer, offer, offerFor, offerNone, offerTexts, underNames } from "./offer.js";
import { renderAdjudication, renderChallenge, renderProposal, renderTrail } from "./render-debate.js";
import { renderGates, renderInventory } from "./render-gates.js";
import { isAllShown, renderUnshown } from "./render-unshown.js";
import type { NamedText, RoleFacts } from "./role-facts.js";

/** What was claimed, found and decided about the work. */
export function debateOffers(facts: RoleFacts): Offer[] {
  return [
    ...ifKnown(facts.roundStart, roundStart),
    ...ifKnown(facts.trail, (trail) =>
      offerFor({
        input: "debate-trail",
        id: "debate-trail",
        title: "Earlier rounds",
        reason: "what was said before",
        content: [trail, facts.proposal],
        text: (looker) => renderTrail(trail, facts.proposal, looker),
      }),
    ),
    ...ifKnown(facts.proposal, (proposal) =>
      offer({
        input: "proposal",
        id: proposal.proposal_id,
        title: "The proposal",
        reason: "the claim under debate",
        text: renderProposal(proposal),
      }),
    ),
    ...ifKnown(facts.inventory, (tests) =>
      offer({
        input: "test-inventory",
        id: "test-inventory",
        title: "The module's tests",
        reason: "facts to cite",
        text: renderInventory(tests),
      }),
    ),
    ...offerTexts(
      { input: "test-files", title: "The module's test files", reason: "the acceptance checks, word for word" },
      facts.testFiles,
    ),
    ...ifKnown(facts.changesSince, changesSince),
    ...ifKnown(facts.unshownValues, unshown),
    ...ifKnown(facts.gates, (gates) =>
      offerFor({
        input: "gate-results",
        id: "gate-results",
        title: "Gate results",
        reason: "what the gates found",
        content: gates,
        text: (looker) => renderGates(gates, looker),
      }),
    ),
    ...ifKnown(facts.challenge, (challenge) =>
      offerFor({
        input: "challenge",
        id: challenge.challenge_id,
        title: "The challenge",
        reason: "what was found wrong",
        content: challenge,
        text: (looker) => renderChallenge(challenge, looker),
      }),
    ),
    ...ifKnown(facts.adjudication, (adjudication) =>
      offer({
        input: "adjudication",
        id: adjudication.adjudication_id,
        title: "The adjudication",
        reason: "its amendments are to be applied",
        text: renderAdjudication(adjudication),
      }),
    ),
  ];
}

function roundStart(why: string | null): Offer {
  const known = { input: "round-start", id: "round-start", title: "Why this round began" } as const;
  const reason = "every round has a cause";
  return why === null
    ? offerNone({ ...known, reason, text: "This is the first round: nothing was found wrong yet." })
    : offer({ ...known, reason, text: why });
}

function changesSince(changes: readonly NamedText[] | null): Offer {
  const facts = {
    input: "changes-since",
    id: "changes-since",
    title: "Changed since the last review",
    reason: "what is different this time",
  } as const;
  if (changes === null) return offerNone({ ...facts, text: "Nothing was reviewed before." });
  if (changes.length === 0) return offerNone({ ...facts, text: "No file of the module changed." });
  return offer({ ...facts, text: underNames(changes) });
}

function unshown(values: UnshownValues): Offer {
  const facts = {
    input: "unshown-values",
    id: "unshown-values",
    title: "Values of the task that nothing shows",
    reason: "a program looked for them",
  } as const;
  return isAllShown(values)
    ? offerNone({ ...facts, text: "none: every value that the task quotes was found" })
    : offer({ ...facts, text: renderUnshown(values) });
}
