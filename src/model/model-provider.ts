import { z } from "zod";
import type { CallOutcome } from "../domain/artifacts/usage-ledger.js";
import type { Usage } from "../domain/budget/cost.js";
import type { Message, ProviderBlock, SaidBlock } from "./message.js";
import type { Question } from "./model-port.js";

/** Why a reply ended, in the words of recordings. */
export const StopReason = z.enum([
  "end_turn",
  "tool_use",
  "stop_sequence",
  "max_tokens",
  "model_context_window_exceeded",
  "refusal",
  /** The provider's own tools take long: the same turn continues in the next call. */
  "pause_turn",
]);
export type StopReason = z.infer<typeof StopReason>;

/** A whole message of the model, and its usage. */
export type ModelReply = {
  readonly kind: "reply";
  readonly content: readonly SaidBlock[];
  /** Null if the provider gave no known reason; that is an ordinary end. */
  readonly stopReason: StopReason | null;
  /** The model's explanation of a refusal. */
  readonly refusal: string | null;
  readonly model: string | null;
  readonly usage: Usage;
  readonly requestId: string | null;
};

/** A call without a whole message: why, its cost nevertheless, and whether the same call may succeed soon. */
export type CallFailure = {
  readonly kind: "failure";
  readonly outcome: Extract<CallOutcome, "overloaded" | "failed">;
  readonly why: string;
  readonly passing: boolean;
  /** The pause that the provider requested, in milliseconds. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  readonly usage: Usage;
};

/** One call of the model, and its result. */
export type CallResult =
  | ModelReply
  | CallFailure
  /** Cancelled before anything was sent: no call was made, and none is counted. */
  | { readonly kind: "unsent" };

/** The reason in the result of a cancelled call. */
export const CANCELLED = "The call was cancelled.";

/** Sends a conversation exactly once. `callAgain` decides about repetitions. */
type Send = (messages: readonly Message[]) => Promise<CallResult>;

/** The provider's web searches and the pages it read. */
export type Searches = { readonly queries: readonly string[]; readonly sources: readonly string[] };

/** A provider of models. Everything specific to a provider is behind this interface. */
export type ModelProvider = {
  /** Begins a conversation with the question's prompt, tools, limits and signal. */
  open(question: Question<unknown>): Send;
  /** Reads a provider-specific block, which may come from a recording. */
  searchesIn(block: ProviderBlock): Searches;
};
