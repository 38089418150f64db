/** The state of a check, a job, a step or a run. */
import { type Html, html } from "../../html.js";
import { type IconName, icon } from "../icon.js";

export type Running = { readonly status: string; readonly conclusion: string | null };
type Appearance = { readonly iconName: IconName; readonly tone: string; readonly word: string };

const CONCLUSIONS: Readonly<Record<string, Appearance>> = {
  success: { iconName: "success", tone: "good", word: "succeeded" },
  failure: { iconName: "failure", tone: "bad", word: "failed" },
  startup_failure: { iconName: "failure", tone: "bad", word: "could not start" },
  timed_out: { iconName: "failure", tone: "bad", word: "timed out" },
  action_required: { iconName: "warning", tone: "busy", word: "needs an action" },
  cancelled: { iconName: "skipped", tone: "calm", word: "was cancelled" },
  skipped: { iconName: "skipped", tone: "calm", word: "was skipped" },
  neutral: { iconName: "neutral", tone: "calm", word: "neutral" },
};
const STATUSES: Readonly<Record<string, Appearance>> = {
  queued: { iconName: "queued", tone: "busy", word: "queued" },
  pending: { iconName: "queued", tone: "busy", word: "waiting" },
  in_progress: { iconName: "pending", tone: "busy turning", word: "in progress" },
};
const UNKNOWN: Appearance = { iconName: "neutral", tone: "calm", word: "unknown" };

const appearanceOf = ({ status, conclusion }: Running): Appearance =>
  (conclusion === null ? STATUSES[status] : CONCLUSIONS[conclusion]) ?? UNKNOWN;

export const checkWord = (running: Running): string => appearanceOf(running).word;

export function checkIcon(running: Running): Html {
  const { iconName, tone, word } = appearanceOf(running);
  return html`<span class="sign ${tone}" role="img" aria-label="${word}" title="${word}">${icon(iconName)}</span>`;
}
