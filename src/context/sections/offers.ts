import { debateOffers } from "./debate-offers.js";
import { moduleOffers } from "./module-offers.js";
import type { Offer } from "./offer.js";
import { ownWords } from "./own-words.js";
import { reviewOffers } from "./review-offers.js";
import type { Call, RoleFacts } from "./role-facts.js";
import { taskOffers } from "./task-offers.js";

/**
 * Everything the facts hold, each under its row of the visibility table, the most lasting first. Who is given what is
 * not decided here.
 */
export function offersFrom(facts: RoleFacts, call: Call): Offer[] {
  return [
    ...ownWords(),
    ...taskOffers(facts),
    ...reviewOffers(facts, call.sizing),
    ...moduleOffers(facts, call),
    ...debateOffers(facts),
  ];
}
