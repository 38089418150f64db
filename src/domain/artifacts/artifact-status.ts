import { z } from "zod";
import { accept, type Outcome, refuse } from "../refusal.js";

/** The status of an artifact in its debate (requirements.md#artifact-statuses). */
export const ArtifactStatus = z.enum(["DRAFT", "CHALLENGED", "ADJUDICATED", "SHIPPED", "DEPRECATED"]);
export type ArtifactStatus = z.infer<typeof ArtifactStatus>;

/** One legal step and what triggers it. */
export type StatusTransition = { readonly from: ArtifactStatus; readonly to: ArtifactStatus; readonly trigger: string };

/**
 * Every legal step; all others are refused (requirements.md#artifact-statuses). The documentation is generated from
 * this table.
 */
export const STATUS_TRANSITIONS: readonly StatusTransition[] = [
  { from: "DRAFT", to: "CHALLENGED", trigger: "a Challenger evaluated the artifact" },
  { from: "CHALLENGED", to: "ADJUDICATED", trigger: "an Arbiter rendered a decision" },
  { from: "ADJUDICATED", to: "SHIPPED", trigger: "it was approved and its ship evidence verified" },
  { from: "ADJUDICATED", to: "DRAFT", trigger: "it was rejected inside the retry window" },
  { from: "SHIPPED", to: "DEPRECATED", trigger: "a successor was shipped" },
];

const TERMINAL = "DEPRECATED is terminal: the artifact can only be referenced, or replaced by a successor";
const SHIPPED_IS_IMMUTABLE = "shipped artifacts are immutable: a change needs a new version of the artifact";

/**
 * Why a step is illegal (requirements.md#artifact-statuses). DEPRECATED has no row: a step from it is refused because
 * it is terminal.
 */
const REASONS: Readonly<Record<string, string>> = {
  "DRAFT -> SHIPPED": "the debate is mandatory: an artifact is challenged and adjudicated before it ships",
  "DRAFT -> ADJUDICATED": "the challenge cannot be skipped: the Challenger must evaluate before the Arbiter decides",
  "DRAFT -> DEPRECATED": "only a shipped artifact can be deprecated",
  "CHALLENGED -> DRAFT": "a Challenger returns nothing to draft: only the Arbiter can send an artifact back",
  "CHALLENGED -> SHIPPED": "adjudication cannot be skipped: the Arbiter must decide before anything ships",
  "CHALLENGED -> DEPRECATED": "only a shipped artifact can be deprecated",
  "ADJUDICATED -> CHALLENGED":
    "the Arbiter's decision ends the round: a revision is a new artifact with its own challenge",
  "ADJUDICATED -> DEPRECATED": "only a shipped artifact can be deprecated",
  "SHIPPED -> DRAFT": SHIPPED_IS_IMMUTABLE,
  "SHIPPED -> CHALLENGED": `${SHIPPED_IS_IMMUTABLE}, by an interface change exception`,
  "SHIPPED -> ADJUDICATED": SHIPPED_IS_IMMUTABLE,
};

/** Whether the table allows a step at all. `changeStatus` checks what the step requires besides. */
export function checkTransition(from: ArtifactStatus, to: ArtifactStatus): Outcome<StatusTransition> {
  const transition = STATUS_TRANSITIONS.find((candidate) => candidate.from === from && candidate.to === to);
  if (transition !== undefined) return accept(transition);
  const step = `${from} -> ${to}`;
  const reason = from === to ? `it is ${from} already` : (REASONS[step] ?? TERMINAL);
  return refuse("illegal-artifact-transition", `${step} is not possible: ${reason}.`, { from, to });
}
