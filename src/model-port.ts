import type { ZodType } from "zod";
import type { Role } from "./domain/artifacts/producer.js";
import type { UsageLine } from "./domain/artifacts/usage-ledger.js";
import type { RoleInput } from "./domain/artifacts/visibility.js";
import type { Config } from "./domain/config/config.js";
import type { ToolCall } from "./domain/debate/write-guard.js";
import type { ModuleId, TaskId } from "./domain/ids.js";
import type { Outcome } from "./domain/refusal.js";

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

/** One fresh conversation with a role. Nothing is remembered from any other (seed 002, 6.2). */
export type Question<T> = {
  readonly role: Role;
  readonly subject: Subject;
  readonly prompt: { readonly text: string; readonly version: string };
  readonly given: readonly Given[];
  /** Without tools the answer is structured output; with tools it is the input of one more tool that ends the loop. */
  readonly tools: readonly Tool[];
  /** Offered by the provider itself, such as web search; absent offline. */
  readonly webSearch: boolean;
  readonly submitAs: string;
  readonly Answer: ZodType<T>;
  /** What the schema cannot say. A refusal goes back to the role word for word. */
  check(answer: T): Outcome<T> | Promise<Outcome<T>>;
  /** How often an invalid answer is asked again. */
  readonly reAsks: number;
  readonly config: Config;
  readonly signal: AbortSignal;
};

/** How a question ended, with every call it took, failed ones too. */
export type RoleOutcome<T> = (
  | { readonly kind: "answered"; readonly value: T; readonly sources: readonly string[] }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "truncated"; readonly why: string }
  | { readonly kind: "invalid"; readonly problems: readonly string[]; readonly last: string }
  | { readonly kind: "overloaded"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string }
) & {
  readonly usage: readonly UsageLine[];
  /** Every tool the role asked for, known or not, in order: what the guard against writing reviewers looks at. */
  readonly calls?: readonly ToolCall[];
};

/** A language model in its roles. Whatever it answers is checked by whoever asked. */
export type RoleModel = {
  /** How it is called wherever it shows: a recorded one is called recorded. */
  readonly name: string;
  ask<T>(question: Question<T>): Promise<RoleOutcome<T>>;
};
