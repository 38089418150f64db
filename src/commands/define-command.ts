import { z } from "zod";
import type { Outcome } from "../domain/refusal.js";
import type { Command } from "./command.js";
import type { Verb } from "./verb.js";

/** Where a command applies. Help is grouped by it, in this order. */
export const Where = z.enum([
  "spec pull request",
  "halted task",
  "interface change",
  "contract amendment",
  "checkpoint",
  "anywhere",
]);
export type Where = z.infer<typeof Where>;

/** Who may give a command; `authorise.ts` maps it to GitHub's roles. */
export const Who = z.enum(["write"]);
export type Who = z.infer<typeof Who>;

/**
 * How far the words of a command extend. `line`: to the end of its line. `comment`: to the next command or the end of
 * the comment, including code blocks, so that no part of a person's reasons is lost.
 */
type Reach = "line" | "comment";

/** The input of a command: the words after the verb, and the first fenced `yaml` block below it. */
export type CommandInput = { readonly text: string; readonly payload: string | null };

/** A command as a row, so that parsing, authorisation and help agree. */
export type RowOf<V extends Verb> = {
  readonly verb: V;
  readonly usage: string;
  readonly where: Where;
  readonly who: Who;
  readonly reach: Reach;
  /** One sentence: what it does. */
  readonly summary: string;
  /** What follows, for decision cards and help. */
  readonly effect: string;
  /** What else it can do if the card offers it; for help only. */
  readonly also?: string;
  /** A complete comment that this command accepts. */
  readonly example: string;
  readonly parse: (input: CommandInput) => Outcome<Extract<Command, { verb: V }>>;
};

/** Any row of the table. */
export type CommandRow = { [V in Verb]: RowOf<V> }[Verb];

type Defaults = "who" | "reach";

export function defineCommand<V extends Verb>(
  row: Omit<RowOf<V>, Defaults> & Partial<Pick<RowOf<V>, Defaults>>,
): RowOf<V> {
  return { who: "write", reach: "line", ...row };
}
