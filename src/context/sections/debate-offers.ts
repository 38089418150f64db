import { ifKnown, type Offer, offer, offerFor } from "./offer.js";
import { renderAdjudication, renderChallenge, renderProposal, renderTrail } from "./render-debate.js";
import { renderGates, renderInventory } from "./render-gates.js";
import type { RoleFacts } from "./role-facts.js";

/** What was claimed, found and decided about the work. */
export function debateOffers(facts: RoleFacts): Offer[] {
  return [
    ...ifKnown(facts.trail, (trail) =>
      offerFor({
        input: "debate-trail",
        id: "debate-trail",
        title: "Earlier rounds",
        reason: "what was said before",
        content: trail,
        text: (looker) => renderTrail(trail, looker),
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
