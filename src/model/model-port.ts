import type { ZodType } from "zod";
import type { ContextPack } from "../domain/artifacts/context-pack.js";
import type { Role } from "../domain/artifacts/producer.js";
import type { UsageLine } from "../domain/artifacts/usage-ledger.js";
import type { RoleInput } from "../domain/artifacts/visibility.js";
import type { Config } from "../domain/config/config.js";
import type { ToolCall } from "../domain/debate/write-guard.js";
import type { ModuleId, TaskId } from "../domain/ids.js";
import type { Outcome } from "../domain/refusal.js";

/** One thing put before a role, and the row of the visibility table it belongs to. */
export type Given = {
  readonly input: RoleInput;
  readonly title: string;
  readonly text: string;
  /** The same in every call about this task, so that it is sent first and cached. */
  readonly stable: boolean;
};

export type ToolResult = { readonly text: string; readonly isError: boolean };

/** Something a role may do while it thinks. It can reach nothing but what `run` reaches. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly Input: ZodType;
  run(input: unknown): Promise<ToolResult>;
};

/** What a call is about; with the role it is the key of a recording. */
export type Subject = {
  readonly task: TaskId | null;
  readonly module: ModuleId | null;
  readonly move: string;
  /** Counts the calls of this move for this module, from 1. */
  readonly attempt: number;
};

/** One fresh conversation with a role. Nothing is remembered from any other (requirements.md#fresh-context). */
export type Question<T> = {
  readonly role: Role;
  readonly subject: Subject;
  readonly prompt: { readonly text: string; readonly version: string };
  readonly given: readonly Given[];
  /** The record of what it is given. Its run is this conversation: every call, the pack and the contribution carry the same id. */
  readonly pack: ContextPack;
  /** Without tools the answer is structured output; with tools it is the input of one more tool that ends the loop. */
  readonly tools: readonly Tool[];
  /** Offered by the provider itself, such as web search; absent offline. */
  readonly webSearch: boolean;
  readonly submitAs: string;
  readonly Answer: ZodType<T>;
  /** What the schema cannot say. A refusal goes back to the role word for word. */
  check(answer: T): Outcome<T> | Promise<Outcome<T>>;
  /** Takes what was handed in, in place of schema and check: for whoever says at once what is wrong with form and content. */
  read?(candidate: unknown): Promise<Outcome<T>>;
  /** How often an invalid answer is asked again. */
  readonly reAsks: number;
  readonly config: Config;
  readonly signal: AbortSignal;
  /** Asked before every call; without it nothing stands in the way. A no ends the conversation as `stopped`. */
  mayGoOn?(next: NextTurn): Promise<boolean>;
};

/** The call that would come next: what the conversation cost so far, and about how much it would send this time. */
export type NextTurn = { readonly usage: readonly UsageLine[]; readonly messageTokens: number };

/** How a question ended, with every call it took, failed ones too. */
export type RoleOutcome<T> = (
  | {
      readonly kind: "answered";
      readonly value: T;
      /** Where the provider's web search looked, and what it looked for. */
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
  /** Every tool the role asked for, known or not, in order: what the guard against writing reviewers looks at. */
  readonly calls?: readonly ToolCall[];
};

/** A fault of the moment, such as a connection that could not be made: the same question may well be answered later. */
export type Passing = { readonly retryAfterMs?: number };

/** A tool met a limit of GitHub's. Nobody has failed: the question can be asked again after that instant. */
export type Limited = Pick<RoleOutcome<never>, "usage" | "calls"> & {
  readonly kind: "limited";
  /** ISO 8601. */
  readonly until: string;
  /** Whose limit it is. */
  readonly limit: string;
};

/** The conversation ended because its next call was not allowed; the calls before it are paid. */
export type Stopped = Pick<RoleOutcome<never>, "usage" | "calls"> & { readonly kind: "stopped" };

/** Something of ours broke in the middle of a conversation. It has no outcome; its calls were made all the same. */
export class ConversationBroke extends Error {
  override readonly name = "ConversationBroke";

  constructor(
    readonly usage: readonly UsageLine[],
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** How often the web may be searched in one call. */
export const MAX_SEARCHES = 10;

/** Whether the provider's own web search can be had; if not, why: the role is told that, the pack and the person are told why. */
export type WebSearch = { readonly offered: true } | { readonly offered: false; readonly why: string };

/** A language model in its roles. Whatever it answers is checked by whoever asked. */
export type RoleModel = ModelFacts & { ask<T>(question: Question<T>): Promise<RoleOutcome<T>> };

/** The same, and a conversation may have to wait for a limit that one of its tools met. */
export type LimitedModel = ModelFacts & { ask<T>(question: Question<T>): Promise<RoleOutcome<T> | Limited> };

/** The same as its provider's adapter makes it: it heeds `mayGoOn`. Only whoever gives that meets a stopped one. */
export type StoppableModel = ModelFacts & {
  ask<T>(question: Question<T>): Promise<RoleOutcome<T> | Limited | Stopped>;
};

type ModelFacts = {
  /** How it is called wherever it shows: a recorded one is called recorded. */
  readonly name: string;
  readonly webSearch: WebSearch;
};
