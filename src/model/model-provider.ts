import { z } from "zod";
import type { CallOutcome } from "../domain/artifacts/usage-ledger.js";
import type { Usage } from "../domain/budget/cost.js";
import type { Message, ProviderBlock, SaidBlock } from "./message.js";
import type { Question } from "./model-port.js";

/** Why a reply ended, in the words that recordings keep. */
export const StopReason = z.enum([
  "end_turn",
  "tool_use",
  "stop_sequence",
  "max_tokens",
  "model_context_window_exceeded",
  "refusal",
  /** The provider's own tools take long: the same turn goes on in the next call. */
  "pause_turn",
]);
export type StopReason = z.infer<typeof StopReason>;

/** A whole message of the model, and what it took. */
export type ModelReply = {
  readonly kind: "reply";
  readonly content: readonly SaidBlock[];
  /** Null where the provider gave none that is known here; that is an ordinary end. */
  readonly stopReason: StopReason | null;
  /** What a model that refused said about it. */
  readonly refusal: string | null;
  readonly model: string | null;
  readonly usage: Usage;
  readonly requestId: string | null;
};

/** A call that gave no whole message: why, what it cost nevertheless, and whether the same call may succeed soon. */
export type CallFailure = {
  readonly kind: "failure";
  readonly outcome: Extract<CallOutcome, "overloaded" | "failed">;
  readonly why: string;
  readonly passing: boolean;
  /** What the provider asked for, in milliseconds. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  readonly usage: Usage;
};

/** One call of the model, and how it ended. */
export type CallResult =
  | ModelReply
  | CallFailure
  /** Cancelled before anything was sent: no call was made, and none is counted. */
  | { readonly kind: "unsent" };

/** Why a call failed that somebody cancelled. */
export const CANCELLED = "The call was cancelled.";

/** Sends a conversation as it stands. Exactly one call: who repeats it, and when, is decided by `callAgain`. */
type Send = (messages: readonly Message[]) => Promise<CallResult>;

/** What a provider searched the web for, and where it looked. */
export type Searches = { readonly queries: readonly string[]; readonly sources: readonly string[] };

/** Somebody who has models. Everything that is peculiar to one is behind this. */
export type ModelProvider = {
  /** Begins a conversation: prompt, tools, limits and signal are those of the question. */
  open(question: Question<unknown>): Send;
  /** Reads a block of the provider's own, which may come from a recording. */
  searchesIn(block: ProviderBlock): Searches;
};
