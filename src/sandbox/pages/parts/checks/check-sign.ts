/** How something that runs stands: a check, a job, a step, a whole run. */
import { type Html, html } from "../../html.js";
import { type IconName, icon } from "../icon.js";

export type Running = { readonly status: string; readonly conclusion: string | null };
type Look = { readonly sign: IconName; readonly tone: string; readonly word: string };

const CONCLUSIONS: Readonly<Record<string, Look>> = {
  success: { sign: "success", tone: "good", word: "succeeded" },
  failure: { sign: "failure", tone: "bad", word: "failed" },
  startup_failure: { sign: "failure", tone: "bad", word: "could not start" },
  timed_out: { sign: "failure", tone: "bad", word: "timed out" },
  action_required: { sign: "warning", tone: "busy", word: "needs an action" },
  cancelled: { sign: "skipped", tone: "calm", word: "was cancelled" },
  skipped: { sign: "skipped", tone: "calm", word: "was skipped" },
  neutral: { sign: "neutral", tone: "calm", word: "neutral" },
};
const STATUSES: Readonly<Record<string, Look>> = {
  queued: { sign: "queued", tone: "busy", word: "queued" },
  pending: { sign: "queued", tone: "busy", word: "waiting" },
  in_progress: { sign: "pending", tone: "busy turning", word: "in progress" },
};
const UNKNOWN: Look = { sign: "neutral", tone: "calm", word: "unknown" };

const viewOf = ({ status, conclusion }: Running): Look =>
  (conclusion === null ? STATUSES[status] : CONCLUSIONS[conclusion]) ?? UNKNOWN;

export const checkWord = (running: Running): string => viewOf(running).word;

export function checkSign(running: Running): Html {
  const { sign, tone, word } = viewOf(running);
  return html`<span class="sign ${tone}" role="img" aria-label="${word}" title="${word}">${icon(sign)}</span>`;
}
