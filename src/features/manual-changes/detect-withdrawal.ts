import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { requestKey } from "../request/request-key.js";
import { noteOnce } from "./note.js";

/** The issue was closed or lost its label. Neither is a command, so the answer names the commands. */
export function detectWithdrawal(situation: Situation): FactoryEvent[] {
  const { state, observed } = situation;
  const { issue } = state.request;
  if (observed.requests.some((request) => request.issue === issue)) return [];
  const what = "This issue was closed, or its label was taken off. That stops nothing:";
  const body =
    state.project === null
      ? `${what} the spec is still being decided about. \`/factory abort\` withdraws the request.`
      : `${what} the project goes on. \`/factory pause\` stops it until \`/factory resume\`, \`/factory abort\` ends it.`;
  return noteOnce(situation, { key: requestKey("withdrawn", state.request), issue, body });
}
