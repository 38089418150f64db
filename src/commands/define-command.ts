import { z } from "zod";
import type { TaskId } from "../domain/ids.js";
import { accept, type Outcome } from "../domain/refusal.js";
import type { FactoryEvent } from "../engine/event.js";
import type { ObservedComment } from "../engine/observation.js";
import type { Situation } from "../engine/situation.js";

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

/** A command as it was given: its verb and its arguments. `task_id` is the task that it names, if it can name one. */
export type Command = { readonly verb: string; readonly task_id?: TaskId | null };

/** The comment that a command was given in, and the task of that place. */
export type Given = { readonly comment: ObservedComment; readonly task: TaskId | null };

/** The events of a command, and the answer to its author. */
export type CommandResult = {
  readonly events: readonly FactoryEvent[];
  readonly answer: string;
  /** The answer is followed by the status as of the moment of posting. */
  readonly showsStatus?: true;
};

/** A command that was read, with what it does. The state may still refuse its events. */
export type ReadCommand = {
  readonly command: Command;
  readonly run: (situation: Situation, given: Given) => Outcome<CommandResult>;
};

/** What is shown about a command, and who may give it where. */
type Described = {
  /** One word, or two (decisions.md#the-verbs). */
  readonly verb: string;
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
};

/** A command as a row, so that parsing, authorisation, help and what it does agree. */
export type CommandRow = Described & { readonly read: (input: CommandInput) => Outcome<ReadCommand> };

type Defaults = "who" | "reach";

type Definition<A extends object> = Omit<Described, Defaults> &
  Partial<Pick<Described, Defaults>> & {
    readonly parse: (input: CommandInput) => Outcome<A>;
    readonly run: (situation: Situation, argument: A, given: Given) => Outcome<CommandResult>;
  };

/** Defines one command. It belongs to its feature's row (`commands` in src/engine/feature.ts). */
export function defineCommand<A extends object>({ parse, run, ...described }: Definition<A>): CommandRow {
  return {
    who: "write",
    reach: "line",
    ...described,
    read: (input) => {
      const read = parse(input);
      if (!read.ok) return read;
      return accept({
        command: { ...read.value, verb: described.verb },
        run: (situation, given) => run(situation, read.value, given),
      });
    },
  };
}
