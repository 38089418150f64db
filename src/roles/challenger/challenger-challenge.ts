import { ChallengeAnswer } from "../../domain/debate/challenge.js";
import { defineRole } from "../define-role.js";
import { RAISE_INTERFACE_CHANGE } from "../tool-names.js";

/** Tries to prove the proposal wrong, without its source (requirements.md#evaluation-rubric, requirements.md#mild-reviews). */
export const challengerChallenge = defineRole({
  role: "challenger",
  activity: "challenge",
  tools: [RAISE_INTERFACE_CHANGE],
  Answer: ChallengeAnswer,
  submitAs: "submit_challenge",
});
