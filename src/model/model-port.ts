import type { ZodType } from "zod";
import type { ContextPack } from "../domain/artifacts/context-pack.js";
import type { Role } from "../domain/artifacts/producer.js";
import type { UsageLine } from "../domain/artifacts/usage-ledger.js";
import type { RoleInput } from "../domain/artifacts/visibility.js";
import type { Config } from "../domain/config/config.js";
import type { ToolCall } from "../domain/debate/write-guard.js";
import type { ModuleId, TaskId } from "../domain/ids.js";
import type { Outcome } from "../domain/refusal.js";

/** One input for a role, and its row of the visibility table. */
export type Given = {
  readonly input: RoleInput;
  readonly title: string;
  readonly text: string;
  /** The same in every call about this task, so it is sent first and cached. */
  readonly stable: boolean;
};

export type ToolResult = { readonly text: string; readonly isError: boolean };

/** A tool for a role. It can reach only what `run` reaches. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly Input: ZodType;
  run(input: unknown): Promise<ToolResult>;
};

/** The subject of a call. With the role it is the key of a recording. */
export type Subject = {
  readonly task: TaskId | null;
  readonly module: ModuleId | null;
  readonly activity: string;
  /** Counts the calls of this activity for this module, from 1. */
  readonly attempt: number;
};

/** One new conversation with a role. Nothing is remembered from other conversations (requirements.md#fresh-context). */
export type Question<T> = {
  readonly role: Role;
  readonly subject: Subject;
  readonly prompt: { readonly text: string; readonly version: string };
  readonly given: readonly Given[];
  /**
   * The record of the role's input. Its run is this conversation: every call, the pack and the contribution have the
   * same id.
   */
  readonly pack: ContextPack;
  /**
   * Without tools the answer is structured output. With tools it is the input of one more tool, which ends the loop.
   */
  readonly tools: readonly Tool[];
  /** A tool of the provider itself, such as web search; absent offline. */
  readonly webSearch: boolean;
  readonly submitAs: string;
  readonly Answer: ZodType<T>;
  /** A check beyond the schema. The role gets a refusal word for word. */
  check(answer: T): Outcome<T> | Promise<Outcome<T>>;
  /** Replaces schema and check, for callers that report errors of form and content together. */
  read?(candidate: unknown): Promise<Outcome<T>>;
  /** How often an invalid answer is requested again. */
  readonly reAsks: number;
  readonly config: Config;
  readonly signal: AbortSignal;
  /** Is told how many more tokens have been streamed, about four characters each. */
  streamed?(tokens: number): void;
  /** Called before every model call; absent means no limit. A no ends the conversation as `stopped`. */
  mayGoOn?(next: NextTurn): Promise<boolean>;
};

/** The next call: the conversation's cost so far, and the most tokens that its messages can be. */
export type NextTurn = { readonly usage: readonly UsageLine[]; readonly messageTokens: number };

/** The outcome of a question, with every call it needed, failed ones included. */
export type RoleOutcome<T> = (
  | {
      readonly kind: "answered";
      readonly value: T;
      /** The pages that the provider's web search read, and its queries. */
      readonly sources: readonly string[];
      readonly queries?: readonly string[];
    }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "truncated"; readonly why: string }
  | { readonly kind: "invalid"; readonly problems: readonly string[]; readonly last: string }
  | { readonly kind: "overloaded"; readonly why: string; readonly retryAfterMs?: number }
  | { readonly kind: "failed"; readonly why: string; readonly passing?: Passing }
) & {
  readonly usage: readonly UsageLine[];
  /** Every tool that the role requested, known or not, in order. The write guard for reviewers checks it. */
  readonly calls?: readonly ToolCall[];
};

/** A temporary fault, such as a failed connection: the same question may succeed later. */
export type Passing = { readonly retryAfterMs?: number };

/** A tool met a limit of GitHub's. This is no failure: the question can be asked again after that instant. */
export type Limited = Pick<RoleOutcome<never>, "usage" | "calls"> & {
  readonly kind: "limited";
  /** ISO 8601. */
  readonly until: string;
  /** Whose limit it is. */
  readonly limit: string;
};

/** The conversation ended because its next call was not allowed. The earlier calls are paid. */
export type Stopped = Pick<RoleOutcome<never>, "usage" | "calls"> & { readonly kind: "stopped" };

/** An internal error in the middle of a conversation. There is no outcome, but the calls were made. */
export class ConversationBroke extends Error {
  override readonly name = "ConversationBroke";

  constructor(
    readonly usage: readonly UsageLine[],
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The most web searches in one call. */
export const MAX_SEARCHES = 10;

/**
 * Whether the provider's web search is available. If not, the role learns it, and the pack and the person learn why.
 */
export type WebSearch = { readonly offered: true } | { readonly offered: false; readonly why: string };

/** A language model in its roles. The caller checks every answer. */
export type RoleModel = ModelFacts & { ask<T>(question: Question<T>): Promise<RoleOutcome<T>> };

/** The same; a conversation may also have to wait for a limit that one of its tools met. */
export type LimitedModel = ModelFacts & { ask<T>(question: Question<T>): Promise<RoleOutcome<T> | Limited> };

/**
 * The same, as implemented by a provider's adapter: it obeys `mayGoOn`. Only callers that pass `mayGoOn` get a
 * `stopped` outcome.
 */
export type StoppableModel = ModelFacts & {
  ask<T>(question: Question<T>): Promise<RoleOutcome<T> | Limited | Stopped>;
};

type ModelFacts = {
  /** Its displayed name. A recorded model is called recorded. */
  readonly name: string;
  readonly webSearch: WebSearch;
  /** A text as it stands in a prompt; absent where nothing is taken out of one. */
  readonly shown?: ((text: string) => string) | undefined;
};
