import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { forecastCost } from "../budget/forecast.js";
import { noteOnce } from "../manual-changes/note.js";
import { requestKey } from "../request/request-key.js";
import { questionsComment } from "./questions-comment.js";

const HOUR_MS = 3_600_000;

/** Asks in the issue once; and takes the defaults where nobody is to be asked, or has not answered for long enough. */
export function detectClarification(situation: Situation): FactoryEvent[] {
  const { state, config, now } = situation;
  const { product, request } = state;
  if (product?.phase !== "asking") return [];
  if (config.questions === "defaults") return [{ kind: "defaults-taken", at: now, by: null }];
  const hours = config.questions_wait_hours;
  if (hours !== null && Date.parse(now) - Date.parse(product.asked_at) >= hours * HOUR_MS)
    return [{ kind: "defaults-taken", at: now, by: null }];
  const body = questionsComment(product.questions, forecastCost(1, config));
  return noteOnce(situation, { key: requestKey("clarification", request), issue: request.issue, body });
}
