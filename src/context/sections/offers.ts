import { debateOffers } from "./debate-offers.js";
import { moduleOffers } from "./module-offers.js";
import type { Offer } from "./offer.js";
import { ownWords } from "./own-words.js";
import { reviewOffers } from "./review-offers.js";
import type { Call, RoleFacts } from "./role-facts.js";
import { taskOffers } from "./task-offers.js";

/**
 * All facts as offers, each under its row of the visibility table, the most stable first. The table decides which role
 * gets what.
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
