import { ChallengeAnswer } from "../domain/debate/challenge.js";
import { defineRole } from "./define-role.js";
import { RAISE_EXCEPTION } from "./tool-names.js";

/** Tries to prove the proposal wrong, without its source (seed 002, 9.4 and 9.5). */
export const challengerChallenge = defineRole({
  role: "challenger",
  move: "challenge",
  tools: [RAISE_EXCEPTION],
  Answer: ChallengeAnswer,
  submitAs: "submit_challenge",
});
